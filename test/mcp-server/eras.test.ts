import {expect, it} from 'vitest';
import type {CallId} from '../../source/events/ids.ts';
import {metaKeys} from '../../source/mcp-server/identity.ts';
import {serveTestTools} from '../helpers/mcp-client.ts';

const envelope = {
	[metaKeys.protocol]: '2026-07-28',
	[metaKeys.client]: {name: 'raw', version: '2'},
	[metaKeys.capabilities]: {elicitation: {form: {}}},
};
const params = {
	name: 'run_in_terminal',
	arguments: {command: 'touch made', explanation: 't'},
	_meta: envelope,
};

async function asked(screens = () => 0) {
	const served = await serveTestTools({}, screens);
	const client = await served.dial();
	const {result} = await client.ask('tools/call', params);
	const state = String(result?.['requestState']);
	const starts = () => served.events.filter(({type}) => type === 'tool.started').length;
	return {served, client, result, state, starts};
}

const answer = (content: object) => ({allow: {action: 'accept', content}});

it('in the newer era the answer asks, and the call that comes back with a yes runs once', async () => {
	const {client, result, state, starts} = await asked();
	expect(result).toMatchObject({
		resultType: 'input_required',
		inputRequests: {
			allow: {
				method: 'elicitation/create',
				params: {message: expect.stringContaining('touch made')},
			},
		},
	});
	const back = {
		...params,
		requestState: state,
		inputResponses: answer({answer: 'Allow once'}),
	};
	const done = await client.ask('tools/call', back);
	expect(done.result?.structuredContent).toMatchObject({success: true, exit_code: 0});
	expect((await client.ask('tools/call', back)).error?.message).toContain('no question');
	expect(starts()).toBe(1);
});

it('an answer for other arguments, or without a question, allows nothing', async () => {
	const {client, state, starts} = await asked();
	const other = {...params, arguments: {command: 'touch other', explanation: 't'}};
	const inputResponses = answer({answer: 'Allow once'});
	for (const back of [
		{...other, requestState: state, inputResponses},
		{...params, requestState: state, inputResponses},
		{...params, requestState: 'made up', inputResponses},
	]) {
		expect((await client.ask('tools/call', back)).error?.message).toContain('no question');
	}
	expect(starts()).toBe(0);
});

it('a yes to a question that a screen has changed since allows nothing', async () => {
	const {served, client, state} = await asked(() => 1);
	const {calls} = served.engine.parts.store.state();
	const [id] = calls.keys();
	served.engine.dispatch({type: 'edit-call', call: id!, text: 'touch other'});
	await expect.poll(() => served.events.some(({type}) => type === 'tool.edited')).toBe(true);
	const inputResponses = answer({answer: 'Allow once'});
	client.request('tools/call', {...params, requestState: state, inputResponses});
	await client.call('list_pty_sessions', {}, envelope);
	expect(served.events.some(({type}) => type === 'authorization.answered')).toBe(false);
	expect(served.engine.parts.store.state().calls.get(id!)?.status.type).toBe('waiting');
});

it('a no, and an answer that is no answer, deny it', async () => {
	for (const inputResponses of [
		answer({answer: 'Do not allow'}),
		answer({}),
		{allow: {action: 'decline'}},
		{allow: {action: 'cancel'}},
	]) {
		const {client, state, starts} = await asked();
		const back = {...params, requestState: state, inputResponses};
		const {result} = await client.ask('tools/call', back);
		expect(result?.structuredContent).toMatchObject({error: {kind: 'denied'}});
		expect(starts()).toBe(0);
	}
});

const tasksEnvelope = {
	...envelope,
	[metaKeys.capabilities]: {extensions: {'io.modelcontextprotocol/tasks': {}}},
};
const formsToo = {
	...envelope,
	[metaKeys.capabilities]: {
		elicitation: {form: {}},
		extensions: {'io.modelcontextprotocol/tasks': {}},
	},
};

/** A client that knows tasks, and one of its calls that waits for a screen. */
async function taskOf(_meta: object, limits = {withoutTokenMs: 50}) {
	const served = await serveTestTools(limits, () => 1);
	const client = await served.dial();
	const {result} = await client.ask('tools/call', {...params, _meta: tasksEnvelope});
	const task = (method: string, more: object = {}) =>
		client.ask(method, {taskId: result?.['taskId'], _meta, ...more});
	const allow = () =>
		served.engine.dispatch({
			type: 'answer',
			call: String(result?.['taskId']) as CallId,
			verdict: {type: 'once'},
		});
	return {served, client, result, task, allow};
}

it('a client that declares tasks gets a task for a call that goes on, and its result there', async () => {
	const {served, result, task, allow} = await taskOf(tasksEnvelope);
	expect(result).toMatchObject({
		resultType: 'task',
		status: 'working',
		statusMessage: expect.stringContaining('waits for a person'),
		pollIntervalMs: 5000,
	});
	expect((await task('tasks/get')).result).toMatchObject({
		resultType: 'complete',
		taskId: result?.['taskId'],
		status: 'working',
	});
	allow();
	await expect
		.poll(async () => (await task('tasks/get')).result)
		.toMatchObject({
			status: 'completed',
			result: {structuredContent: {success: true, exit_code: 0, call_id: result?.['taskId']}},
		});
	expect(served.events.filter(({type}) => type === 'tool.started')).toHaveLength(1);
});

it('a task asks its own client in a form, and another one not', async () => {
	const {served, task, result} = await taskOf(formsToo);
	const got = (await task('tasks/get')).result!;
	expect(got).toMatchObject({status: 'input_required'});
	const [[key, request] = []] = Object.entries(got['inputRequests'] as object);
	expect(request).toMatchObject({
		method: 'elicitation/create',
		params: {mode: 'form', message: expect.stringContaining('touch made')},
	});
	const yes = {action: 'accept', content: {answer: 'Allow once'}};
	const other = await served.dial();
	const about = {taskId: result?.['taskId'], _meta: formsToo};
	expect((await other.ask('tasks/get', about)).result).toMatchObject({status: 'working'});
	await other.ask('tasks/update', {...about, inputResponses: {[key!]: yes}});
	await task('tasks/update', {inputResponses: {'allow-other': yes}});
	expect(served.events.some(({type}) => type === 'authorization.answered')).toBe(false);
	expect((await task('tasks/update', {inputResponses: {[key!]: yes}})).result).toEqual({
		resultType: 'complete',
		_meta: expect.anything(),
	});
	await expect
		.poll(async () => (await task('tasks/get')).result)
		.toMatchObject({status: 'completed', result: {structuredContent: {exit_code: 0}}});
});

it('a task is cancelled, and no one who does not declare tasks gets one, or may ask for one', async () => {
	const {client, task} = await taskOf(tasksEnvelope);
	expect((await task('tasks/get', {_meta: envelope})).error?.code).toBe(-32_021);
	expect((await task('tasks/get', {taskId: 'made up'})).error?.message).toContain('no task');
	expect((await task('tasks/cancel')).result).toMatchObject({resultType: 'complete'});
	await expect
		.poll(async () => (await task('tasks/get')).result)
		.toMatchObject({status: 'cancelled'});
	const plain = {...envelope, [metaKeys.capabilities]: {}};
	const {result} = await client.ask('tools/call', {...params, _meta: plain});
	expect(result).toMatchObject({
		resultType: 'complete',
		structuredContent: {status: 'waiting', next: expect.stringContaining('get_result')},
	});
});

it('terminals are resources, and a client is told when one that it watches has changed', async () => {
	const served = await serveTestTools({}, () => 1);
	const client = await served.dial();
	await client.initialize();
	void client.call('unified_exec', {cmd: 'echo begun; cat', yield_time_ms: 200});
	const {parts} = served.engine;
	const waiting = () => [...parts.store.state().calls.values()][0];
	await expect.poll(() => waiting()?.status.type).toBe('waiting');
	served.engine.dispatch({type: 'answer', call: waiting()!.id, verdict: {type: 'once'}});
	await expect
		.poll(() => client.messages.some(({method}) => method?.endsWith('resources/list_changed')))
		.toBe(true);
	const {result} = await client.ask('resources/list');
	const listed = (result?.['resources'] ?? []) as readonly {readonly uri: string}[];
	const uris = listed.map(({uri}) => uri);
	expect(uris).toEqual(['terminal://1/screen', 'terminal://1/transcript']);
	const read = async (uri: string) =>
		JSON.stringify((await client.ask('resources/read', {uri})).result ?? {});
	await expect.poll(() => read(uris[0]!)).toContain('begun');
	await expect.poll(() => read(uris[1]!)).toContain('begun');
	await client.ask('resources/subscribe', {uri: uris[0]});
	const terminal = parts.store.state().terminals[0]!.id;
	served.engine.dispatch({type: 'type-into', terminal, bytes: 'more\r'});
	await expect
		.poll(() => client.messages.filter(({method}) => method?.endsWith('resources/updated')))
		.toMatchObject([{params: {uri: uris[0]}}]);
	expect((await client.ask('resources/read', {uri: 'terminal://9/screen'})).error).toBeDefined();
});
