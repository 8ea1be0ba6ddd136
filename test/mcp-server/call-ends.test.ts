import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {toolList} from '../../source/mcp-server/tool-list.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {serveTestTools} from '../helpers/mcp-client.ts';

type Served = Awaited<ReturnType<typeof serveTestTools>>;

const endsOf = ({events}: Served) =>
	events.flatMap(event => (event.type === 'tool.ended' ? [event.record?.end] : []));

function allowAll({engine}: Served): void {
	for (const {id} of waitingCalls(engine.parts.store.state())) {
		engine.dispatch({type: 'answer', call: id, verdict: {type: 'once'}});
	}
}

it('each end of a call is recorded once and in its own word, also where nobody hears of it any more', async () => {
	const served = await serveTestTools({}, () => 1);
	writeFileSync(join(served.home, 'note.txt'), 'hello\n');
	const client = await served.dial();
	await client.initialize();
	await client.call('read_file', {path: 'note.txt'});
	await client.call('read_file', {path: 'missing.txt'});
	const refused = client.call('run_in_terminal', {command: 'echo no', explanation: 't'});
	await expect.poll(() => waitingCalls(served.engine.parts.store.state())).toHaveLength(1);
	const [asked] = waitingCalls(served.engine.parts.store.state());
	const verdict = {type: 'deny', reason: 'no'} as const;
	served.engine.dispatch({type: 'answer', call: asked!.id, verdict});
	expect(await refused).toMatchObject({isError: true});
	expect(endsOf(served)).toEqual(['ok', 'tool-error', 'denied']);

	const begun = client.call('unified_exec', {cmd: 'read x', yield_time_ms: 50});
	await expect.poll(() => waitingCalls(served.engine.parts.store.state())).toHaveLength(1);
	allowAll(served);
	const {session_id} = (await begun).structuredContent;
	const wait = {session_id, yield_time_ms: 30_000};
	const running = () =>
		[...served.engine.parts.store.state().calls.values()].filter(
			({status}) => status.type === 'running',
		).length;
	const id = client.request('tools/call', {name: 'write_stdin', arguments: wait});
	await expect.poll(running).toBe(1);
	client.tell({method: 'notifications/cancelled', params: {requestId: id}});
	await expect.poll(running).toBe(0);
	client.request('tools/call', {name: 'write_stdin', arguments: {...wait, yield_time_ms: 29_000}});
	await expect.poll(running).toBe(1);
	client.socket.destroy();
	await expect
		.poll(() => endsOf(served))
		.toEqual(['ok', 'tool-error', 'denied', 'ok', 'cancelled', 'client-gone']);
});

it('progress grows with every word, and there is none after the result', async () => {
	const served = await serveTestTools({progressMs: 10}, () => 1);
	const client = await served.dial();
	await client.initialize();
	const meta = {progressToken: 'p'};
	const told = () => client.messages.filter(({method}) => method === 'notifications/progress');
	const call = client.call('unified_exec', {cmd: 'read x', yield_time_ms: 30_000}, meta);
	await expect.poll(() => told().length).toBeGreaterThan(2);
	allowAll(served);
	const terminal = () => served.engine.parts.store.state().terminals[0]?.id;
	await expect.poll(terminal).toBeDefined();
	const before = told().length;
	await expect.poll(() => told().length).toBeGreaterThan(before);
	served.engine.dispatch({type: 'type-into', terminal: terminal()!, bytes: '\r'});
	await call;
	const atResult = told().length;
	for (let count = 0; count < 5; count += 1) {
		await client.call('list_pty_sessions');
	}
	const steps = told().map(({params}) => Number(params?.['progress']));
	expect(steps).toHaveLength(atResult);
	expect(steps.every((step, at) => at === 0 || step > steps[at - 1]!)).toBe(true);
});

it('every tool that is offered answers, in both forms alike, and leaves one record', async () => {
	const served = await serveTestTools();
	const client = await served.dial();
	await client.initialize();
	const given: Readonly<Record<string, object>> = {
		unified_exec: {cmd: 'echo'},
		run_in_terminal: {command: 'echo', explanation: 't'},
		write_file: {path: 'new.txt', content: ''},
		search_files: {pattern: 'x'},
		fetch_url: {url: 'http://127.0.0.1:1/'},
		hop_connect: {target: 'nobody@127.0.0.1:1'},
	};
	const names = toolList({hasWorkers: false}).map(({name}) => String(name));
	for (const name of names) {
		const {content, structuredContent} = await client.call(name, given[name]);
		expect(structuredContent, name).toHaveProperty('success');
		expect(JSON.parse(content[0]!.text), name).toEqual(structuredContent);
	}
	// The tool that gives results is no call of its own.
	expect(endsOf(served)).toHaveLength(names.length - 1);
});
