import {Ajv2020} from 'ajv/dist/2020.js';
import {describe, expect, it} from 'vitest';
import type {PermissionRule} from '../../source/events/settings.ts';
import {asPromised} from '../../source/mcp-server/result-shapes.ts';
import {toolList} from '../../source/mcp-server/tool-list.ts';
import {serveTestTools} from '../helpers/mcp-client.ts';

const ajv = new Ajv2020({strict: false});
const promised = toolList({hasWorkers: true}).filter(({outputSchema}) => outputSchema);
const checks = new Map(
	promised.map(({name, outputSchema}) => [String(name), ajv.compile(outputSchema as object)]),
);
const allow: PermissionRule = {scope: 'shell', match: '*', then: 'allow'};

describe('what a tool promises of its results', () => {
	it('holds for one that ended, one that runs, one that failed, one that was refused and one that goes on', async () => {
		const served = await serveTestTools({withoutTokenMs: 200});
		for (const command of ['echo', 'cat', 'sleep']) {
			served.engine.parts.store.append({type: 'rule.added', rule: {...allow, match: command}});
		}
		const client = await served.dial();
		await client.initialize();
		const run = (command: string) =>
			client.call('run_in_terminal', {command, explanation: 'a test'});
		const results = [
			['run_in_terminal', await run('echo done')],
			['run_in_terminal', await run('touch refused')],
			['run_in_terminal', await run('sleep 5')],
			['unified_exec', await client.call('unified_exec', {cmd: 'cat', yield_time_ms: 50})],
			['unified_exec', await client.call('unified_exec', {cmd: ''})],
			['write_stdin', await client.call('write_stdin', {session_id: 1, yield_time_ms: 50})],
			['write_stdin', await client.call('write_stdin', {session_id: 99})],
		] as const;
		for (const [name, {structuredContent}] of results) {
			expect(checks.get(name)!(structuredContent), JSON.stringify(structuredContent)).toBe(true);
		}
		const said = results.map(([, {structuredContent: one}]) => [one['success'], one['status']]);
		expect(said[0]).toEqual([true, 0]);
		expect(said[1]![0]).toBe(false);
		expect(said[2]).toEqual([true, 'running']);
		expect(results.map(([name]) => name)).toEqual(expect.arrayContaining([...checks.keys()]));
	});

	it('is kept also where a tool would break it: what is wrong is left out, the rest stays', () => {
		const broken = {output: 7, exit_code: 'none', session_id: null, extra: [1]};
		const kept = asPromised('unified_exec', broken, false);
		expect(kept).toEqual({success: true, session_id: null, extra: [1]});
		expect(checks.get('unified_exec')!(kept)).toBe(true);
		expect(asPromised('read_file', {success: 3}, false)).toEqual({success: 3});
	});
});
