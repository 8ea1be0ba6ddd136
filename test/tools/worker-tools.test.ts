import {describe, expect, it} from 'vitest';
import type {Grant} from '../../source/events/authorization.ts';
import {type HostId, localHost} from '../../source/events/ids.ts';
import type {JsonObject} from '../../source/events/json.ts';
import {decide} from '../../source/gate/decide.ts';
import {createCatalogue} from '../../source/tools/catalogue.ts';
import type {Tool, WorkerTools} from '../../source/tools/tool.ts';
import {tools} from './tool-harness.ts';

const find = (name: string): Tool => createCatalogue().find(name)!;
const worker = {worker: 'mail'};
const shown = {worker: 'mail', show_arguments: true};

/** What a call is bound to where no worker is configured. */
const contextOf = () => tools().context;

function decided(name: string, input: JsonObject, grants: readonly Grant[] = []) {
	const tool = find(name);
	const context = contextOf();
	const exposure = tool.exposure?.(input, context);
	const scope = tool.scope(input, context);
	const summary = tool.summary(input);
	const subject = {scope, host: localHost, tool: name, summary, ...(exposure && {exposure})};
	return decide(subject, {rules: [], grants, now: 0}).type;
}

const grant = {
	id: 'g1',
	scope: 'arq_control',
	host: localHost,
	until: 'session',
} as unknown as Grant;

describe('the tools for background workers', () => {
	it('look without asking, and ask for arguments and for a restart', () => {
		expect(decided('worker_status', {})).toBe('allow');
		expect(decided('worker_jobs', worker)).toBe('allow');
		expect(decided('worker_jobs', shown)).toBe('ask');
		expect(decided('worker_restart', worker)).toBe('ask');
	});

	it('ask for each restart, also after a grant that shows arguments', () => {
		expect(decided('worker_jobs', shown, [grant])).toBe('allow');
		expect(decided('worker_restart', worker, [grant])).toBe('ask');
	});

	it('are offered only where config.json names a worker, and say so elsewhere', async () => {
		const context = contextOf();
		const none = createCatalogue(undefined, {hasWorkers: false});
		expect(none.names.filter(name => name.startsWith('worker_'))).toEqual([]);
		expect(createCatalogue().names).toContain('worker_restart');
		for (const name of ['worker_status', 'worker_jobs', 'worker_restart']) {
			const outcome = await find(name).run(worker, context);
			expect(outcome).toMatchObject({status: 'failed', failure: {kind: 'not-found'}});
		}
		const plan = await find('worker_restart').preview?.(worker, context);
		expect(plan?.ok).toBe(false);
	});

	it('are bound to the machine of their worker', () => {
		const hostOf = (name: string) => (name === 'mail' ? ('web' as HostId) : null);
		const there = {...contextOf(), workers: {hostOf} as unknown as WorkerTools};
		expect(find('worker_restart').host?.(worker, there)).toBe('web');
		expect(find('worker_restart').host?.({worker: 'other'}, there)).toBe(null);
	});
});
