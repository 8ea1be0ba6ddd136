import {describe, expect, it} from 'vitest';
import {splitTarget} from '../../source/engine/remote-hosts/target-folder.ts';
import {failed, type Result} from '../../source/events/failure.ts';
import type {HostId} from '../../source/events/ids.ts';
import type {JsonObject} from '../../source/events/json.ts';
import {parseTarget} from '../../source/hop/names.ts';
import {createCatalogue} from '../../source/tools/catalogue.ts';
import type {HostTools, ToolContext} from '../../source/tools/tool.ts';
import {tools} from './tool-harness.ts';

const web = {host: 'web', status: 'ready', current: true};

function desk(connected: Result<JsonObject> = {ok: true, value: web}) {
	const asked: object[] = [];
	const hops: HostTools = {
		async connect({target, isChosen}) {
			asked.push({target, isChosen});
			return connected;
		},
		disconnect: async host => ({ok: true, value: {host, current: 'local'}}),
		list: () => [web],
		current: () => 'web' as HostId,
	};
	const context: ToolContext = {...tools().context, hops};
	const find = (name: string) => createCatalogue().find(name)!;
	const run = (name: string, input: JsonObject = {}) => find(name).run(input, context);
	return {asked, find, context, run};
}

describe('the tools for other machines', () => {
	it('connect after a card that is about that host, and go there unless told otherwise', async () => {
		const {asked, find, context, run} = desk();
		const tool = find('hop_connect');
		expect(tool.scope({target: 'web'}, context)).toBe('hop');
		expect(tool.host?.({target: 'you@web:2222'}, context)).toBe('you@web:2222');
		expect(tool.host?.({target: 'web:/srv/app'}, context)).toBe('web');
		expect(await run('hop_connect', {target: 'web'})).toMatchObject({result: web});
		await run('hop_connect', {target: 'web', switch: false});
		expect(asked).toEqual([
			{target: 'web', isChosen: true},
			{target: 'web', isChosen: false},
		]);
	});

	it.each([
		'web',
		' web ',
		'web/',
		'ssh://web',
		'ssh://you@web:22/',
		'web:/srv/app',
		'you@web:~/app',
		'[::1]:2222',
	])('ask about the very host that %j leads to', target => {
		const {find, context} = desk();
		const tool = find('hop_connect');
		const led = parseTarget(splitTarget(target).target);
		expect(led).toMatchObject({value: {host: tool.host?.({target}, context)}});
		expect(tool.exposure?.({target}, context).targets).toEqual([
			`//${tool.host?.({target}, context)}`,
		]);
	});

	it('say why a host can not be connected, and that this machine always is', async () => {
		const {run, asked} = desk({ok: false, failure: failed('denied', 'Its key has changed.')});
		expect(await run('hop_connect', {target: 'web'})).toMatchObject({
			status: 'failed',
			failure: {kind: 'denied', message: 'Not connected to web. Its key has changed.'},
		});
		expect(await run('hop_connect', {target: 'local'})).toMatchObject({status: 'failed'});
		expect(asked).toHaveLength(1);
	});

	it('ask before they end what runs there', async () => {
		const {find, context, run} = desk();
		expect(find('hop_disconnect').scope({host: 'web'}, context)).toBe('hop');
		expect(await run('hop_disconnect', {host: 'web'})).toMatchObject({
			result: {host: 'web', current: 'local'},
		});
	});

	it('list and look without asking', async () => {
		const {find, context, run} = desk();
		expect(find('hop_list').scope({}, context)).toBe(null);
		expect(await run('hop_list')).toMatchObject({
			result: {hosts: [{host: 'local', current: false}, web]},
		});
		expect(await run('hop_status')).toMatchObject({result: web});
		expect(await run('hop_status', {host: 'local'})).toMatchObject({result: {host: 'local'}});
		expect(await run('hop_status', {host: 'db'})).toMatchObject({failure: {kind: 'not-found'}});
	});
});
