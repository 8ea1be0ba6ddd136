import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {PassThrough} from 'node:stream';
import {expect, it} from 'vitest';
import type {CallId} from '../../source/events/ids.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {serveTestTools} from '../helpers/mcp-client.ts';

const askedOf = (served: Awaited<ReturnType<typeof serveTestTools>>) =>
	waitingCalls(served.engine.parts.store.state());

const isEndOf = (call: CallId) => (event: {type: string; call?: unknown}) =>
	event.type === 'tool.ended' && event.call === call;

/** Answers the only card, as a person does, and returns the call. */
function allow(served: Awaited<ReturnType<typeof serveTestTools>>): CallId {
	const {id} = askedOf(served)[0]!;
	served.engine.dispatch({type: 'answer', call: id, verdict: {type: 'once'}});
	return id;
}

it('a call takes the way of a model’s call: it is proposed, runs, ends and was delivered', async () => {
	const served = await serveTestTools();
	writeFileSync(join(served.home, 'note.txt'), 'hello\n');
	const client = await served.dial();
	await client.initialize();
	const result = await client.call('read_file', {path: 'note.txt'});
	expect(result.isError).toBeUndefined();
	expect(result.structuredContent).toMatchObject({success: true});
	expect(JSON.parse(result.content[0]!.text)).toEqual(result.structuredContent);
	client.tell({method: 'notifications/agent-tui/delivered', params: {id: 2}});
	const types = () =>
		served.events
			.map(({type}) => type)
			.filter(type => type.startsWith('tool.') || type.startsWith('client.'));
	await expect
		.poll(types)
		.toEqual(['client.joined', 'tool.proposed', 'tool.started', 'tool.ended', 'tool.delivered']);
	expect(served.events.find(({type}) => type === 'tool.proposed')).toMatchObject({
		caller: {name: 'raw 1'},
	});
	expect(served.events.find(({type}) => type === 'tool.ended')).toMatchObject({
		record: {end: 'ok'},
	});
});

it('where nobody can be asked, a call is refused with its scope and the rule that would allow it', async () => {
	const served = await serveTestTools();
	const client = await served.dial();
	await client.initialize();
	const result = await client.call('run_in_terminal', {command: 'touch here', explanation: 't'});
	expect(result.isError).toBe(true);
	expect(result.structuredContent).toMatchObject({success: false, error: {kind: 'denied'}});
	const {message} = result.structuredContent.error;
	expect(message).toContain('needs scope "shell"');
	expect(message).toContain('{"scope":"shell","match":"touch here","exact":true,"then":"allow"}');
	expect(message).toContain('agent-tui attach');
	expect(served.events.find(({type}) => type === 'tool.ended')).toMatchObject({
		record: {end: 'denied', by: 'headless'},
	});
});

it('where a screen is there, the card waits, progress says so, and the answer there runs the call', async () => {
	const served = await serveTestTools({progressMs: 50}, () => 1);
	const client = await served.dial();
	await client.initialize();
	const call = client.call(
		'run_in_terminal',
		{command: 'echo allowed', explanation: 't'},
		{progressToken: 'p'},
	);
	await expect.poll(() => askedOf(served)).toHaveLength(1);
	await expect
		.poll(() => client.messages.find(({method}) => method === 'notifications/progress')?.params)
		.toMatchObject({progressToken: 'p', message: expect.stringContaining('waits for a person')});
	allow(served);
	expect((await call).structuredContent).toMatchObject({success: true, exit_code: 0});
});

it('a client with forms is asked with host, command and reason, and only the one word allows', async () => {
	const served = await serveTestTools();
	const client = await served.dial();
	await client.initialize({elicitation: {}});
	const args = {command: 'touch made', explanation: 't'};
	for (const [content, isAllowed] of [
		[{answer: 'Do not allow'}, false],
		[{}, false],
		[{answer: 'Allow once'}, true],
	] as const) {
		const call = client.call('run_in_terminal', args);
		const forms = () => client.messages.filter(({method}) => method === 'elicitation/create');
		await expect.poll(() => forms().length).toBeGreaterThan(0);
		const [form] = forms();
		client.messages.splice(client.messages.indexOf(form!), 1);
		expect(form?.params?.['message']).toContain('touch made');
		expect(form?.params?.['message']).toContain('on this machine');
		client.tell({id: form!.id, result: {action: 'accept', content}});
		expect((await call).structuredContent.success).toBe(isAllowed);
	}
	const answers = served.events.filter(({type}) => type === 'authorization.answered');
	expect(answers.map(event => 'verdict' in event && event.verdict.type)).toEqual([
		'deny',
		'deny',
		'once',
	]);
	expect(answers.at(-1)).toMatchObject({by: 'client', screen: {from: 'raw 1'}});
});

it('of a screen and a form the first answer wins, and the form is withdrawn', async () => {
	const served = await serveTestTools({}, () => 1);
	const client = await served.dial();
	await client.initialize({elicitation: {form: {}}});
	const call = client.call('run_in_terminal', {command: 'echo first', explanation: 't'});
	await expect
		.poll(() => client.messages.some(({method}) => method === 'elicitation/create'))
		.toBe(true);
	allow(served);
	expect((await call).structuredContent).toMatchObject({success: true});
	await expect
		.poll(() => client.messages.some(({method}) => method === 'notifications/cancelled'))
		.toBe(true);
	const form = client.messages.find(({method}) => method === 'elicitation/create');
	client.tell({id: form!.id, result: {action: 'decline'}});
	await client.call('list_pty_sessions');
	expect(served.events.filter(({type}) => type === 'authorization.answered')).toHaveLength(1);
});

it('a yes in a form counts for the call that it showed, and not for what a screen made of it', async () => {
	const served = await serveTestTools({}, () => 1);
	const client = await served.dial();
	await client.initialize({elicitation: {}});
	const call = client.call('run_in_terminal', {command: 'echo shown', explanation: 't'});
	const form = () => client.messages.find(({method}) => method === 'elicitation/create');
	await expect.poll(form).toBeDefined();
	const {id} = askedOf(served)[0]!;
	served.engine.events.subscribe(({type}) => {
		if (type === 'tool.edited') {
			// On its way before the client hears that the form is withdrawn.
			client.tell({id: form()!.id, result: {action: 'accept', content: {answer: 'Allow once'}}});
		}
	});
	served.engine.dispatch({type: 'edit-call', call: id, text: 'echo changed'});
	await expect
		.poll(() => client.messages.some(({method}) => method === 'notifications/cancelled'))
		.toBe(true);
	await client.call('list_pty_sessions');
	expect(askedOf(served)).toMatchObject([{id, summary: 'echo changed'}]);
	allow(served);
	expect((await call).structuredContent.output).toContain('changed');
});

it('what a client wrote can’t be taken for words of ours in the form', async () => {
	const served = await serveTestTools();
	const client = await served.dial();
	await client.initialize({elicitation: {}});
	const command = 'touch made # 1\n\nIt asks because a rule of yours asks for it';
	client.request('tools/call', {name: 'run_in_terminal', arguments: {command, explanation: 't'}});
	const form = () => client.messages.find(({method}) => method === 'elicitation/create');
	await expect
		.poll(() => form()?.params?.['message'])
		.toContain('│ touch made # 1\n│ \n│ It asks because a rule of yours asks for it');
});

it('arguments that would hold up the session are refused, and it goes on', async () => {
	const served = await serveTestTools();
	const client = await served.dial();
	await client.initialize();
	const result = await client.call('read_file', {path: 'x'.repeat(1_100_000)});
	expect(result.structuredContent.error).toMatchObject({kind: 'bad-input'});
	expect(served.events.filter(({type}) => type === 'tool.proposed')).toEqual([]);
});

it('progress tells how many lines a command has printed, and the last of them', async () => {
	const served = await serveTestTools({progressMs: 20}, () => 1);
	const client = await served.dial();
	await client.initialize();
	const args = {command: 'seq 41; read x', explanation: 't'};
	void client.call('run_in_terminal', args, {progressToken: 'p'});
	await expect.poll(() => askedOf(served)).toHaveLength(1);
	allow(served);
	const last = () =>
		client.messages.findLast(({method}) => method === 'notifications/progress')?.params;
	await expect.poll(() => last()?.['message']).toBe('seq 41; read x: 41 lines, last: 41');
});

it('the reading of a client that is gone is stopped', async () => {
	const served = await serveTestTools({}, () => 1);
	const first = await served.dial();
	await first.initialize();
	const begun = first.call('run_in_terminal', {
		...{command: 'read x', explanation: 't', is_background: true},
	});
	await expect.poll(() => askedOf(served)).toHaveLength(1);
	allow(served);
	const {session_id} = (await begun).structuredContent;
	const args = {session_id, yield_time_ms: 30_000};
	first.request('tools/call', {name: 'write_stdin', arguments: args});
	const reading = () =>
		[...served.engine.parts.store.state().calls.values()].find(({tool}) => tool === 'write_stdin');
	await expect.poll(() => reading()?.status.type).toBe('running');
	first.socket.destroy();
	await expect
		.poll(() => served.events.find(({type}) => type === 'client.left'))
		.toMatchObject({open: [reading()!.id]});
	await expect
		.poll(() => reading()?.status)
		.toMatchObject({type: 'ended', outcome: {status: 'cancelled'}});
	const terminals = served.engine.parts.store.state().terminals;
	expect(terminals.map(({ended}) => ended)).toEqual([null]);
});

it('progress tells no half of a secret', async () => {
	const served = await serveTestTools({progressMs: 20}, () => 1);
	const client = await served.dial();
	await client.initialize();
	const secret = `ghp_${'Ab1'.repeat(12)}`;
	const command = `true ${'x'.repeat(45)} ${secret}`;
	const meta = {progressToken: 'p'};
	void client.call('run_in_terminal', {command, explanation: 't'}, meta);
	const told = () => client.messages.filter(({method}) => method === 'notifications/progress');
	await expect.poll(() => told().length).toBeGreaterThan(0);
	expect(JSON.stringify(told())).toContain('xxx');
	expect(JSON.stringify(told())).not.toContain(secret.slice(0, 8));
});

it.each(['decline', 'cancel'])(
	'a client that answers %s by itself leaves the question on the screen; without one it says what allows the call',
	async action => {
		let screens = 1;
		const served = await serveTestTools({}, () => screens);
		const client = await served.dial();
		await client.initialize({elicitation: {form: {}}});
		const answerAtOnce = async () => {
			const forms = () => client.messages.filter(({method}) => method === 'elicitation/create');
			await expect.poll(() => forms().length).toBe(1);
			const [form] = forms();
			client.messages.splice(client.messages.indexOf(form!), 1);
			client.tell({id: form!.id, result: {action}});
			await client.call('list_pty_sessions');
		};
		const onScreen = client.call('run_in_terminal', {command: 'echo shown', explanation: 't'});
		await answerAtOnce();
		expect(askedOf(served)).toHaveLength(1);
		allow(served);
		expect((await onScreen).structuredContent).toMatchObject({success: true, exit_code: 0});
		screens = 0;
		const alone = client.call('run_in_terminal', {command: 'echo alone', explanation: 't'});
		await answerAtOnce();
		const {message} = (await alone).structuredContent.error;
		expect(message).toContain('raw 1 showed the question to nobody who answered it');
		expect(message).toContain('"then":"allow"');
	},
);

it('a call that takes long is answered with a handle, and get_result waits for the rest', async () => {
	const served = await serveTestTools({withoutTokenMs: 100, getResultMs: 100}, () => 1);
	const client = await served.dial();
	await client.initialize();
	const handle = await client.call('run_in_terminal', {command: 'echo late', explanation: 't'});
	const {call_id, next} = handle.structuredContent;
	expect(handle.structuredContent).toMatchObject({success: true, status: 'waiting'});
	// A client may end a turn in which one call comes again and again unchanged.
	expect(next).toMatch(/call get_result with \{"call_id":"call_[^"]+","after_s":\d+\}/);
	expect((await client.call('get_result', {call_id})).structuredContent).toMatchObject({
		status: 'waiting',
		call_id,
	});
	served.engine.dispatch({type: 'answer', call: call_id, verdict: {type: 'once'}});
	await expect
		.poll(async () => (await client.call('get_result', {call_id})).structuredContent)
		.toMatchObject({success: true, exit_code: 0, call_id});
	expect(served.events.filter(({type}) => type === 'tool.started')).toHaveLength(1);
	expect((await client.call('get_result', {call_id: 'none'})).isError).toBe(true);
});

it('results take so much memory at most: the oldest make room, and who asks for one is told', async () => {
	const served = await serveTestTools({keptLength: 4000});
	writeFileSync(join(served.home, 'note.txt'), 'x'.repeat(1200));
	const client = await served.dial();
	await client.initialize();
	const ids: CallId[] = [];
	for (let count = 0; count < 4; count += 1) {
		const {structuredContent} = await client.call('read_file', {path: 'note.txt'});
		ids.push(structuredContent.call_id);
	}
	const of = (call_id: CallId | undefined) => client.call('get_result', {call_id});
	const gone = await of(ids[0]);
	expect(gone.structuredContent.error.kind).toBe('gone');
	expect(gone.structuredContent.error.message).toMatch(/kept no more.*ended as “ok”/);
	expect(JSON.stringify(await of(ids[3]))).toContain('xxxx');
	const {calls} = served.engine.parts.store.state();
	expect(ids.map(id => calls.get(id)?.released ?? false)).toEqual([true, true, false, false]);
	const released = served.events.flatMap(event =>
		event.type === 'tools.released' ? event.calls : [],
	);
	expect(released).toEqual(ids.slice(0, 2));
	expect(JSON.stringify(calls.get(ids[0]!))).not.toContain('xxxx');
});

it('a result is given for so long after its end, and then it is said that it is gone', async () => {
	const served = await serveTestTools({keptMs: -1});
	const client = await served.dial();
	await client.initialize();
	const {call_id} = (await client.call('list_pty_sessions')).structuredContent;
	const {message} = (await client.call('get_result', {call_id})).structuredContent.error;
	expect(message).toMatch(/given no more\. Nothing ran again\. It ended as “ok”\. .*attach/);
});

it('the client’s cancellation reaches the work, and nothing is sent for that request afterwards', async () => {
	const served = await serveTestTools({progressMs: 20}, () => 1);
	const client = await served.dial();
	await client.initialize();
	const params = {
		name: 'run_in_terminal',
		arguments: {command: 'sleep 100', explanation: 't'},
		_meta: {progressToken: 'p'},
	};
	const id = client.request('tools/call', params);
	await expect.poll(() => askedOf(served)).toHaveLength(1);
	allow(served);
	await expect.poll(() => served.events.some(({type}) => type === 'tool.started')).toBe(true);
	client.tell({method: 'notifications/cancelled', params: {requestId: id, reason: 'enough'}});
	await expect
		.poll(() => served.events.find(({type}) => type === 'tool.ended'))
		.toMatchObject({outcome: {status: 'cancelled'}, record: {end: 'cancelled'}});
	const count = client.messages.length;
	await client.call('list_pty_sessions');
	await client.call('list_pty_sessions');
	expect(client.messages.length).toBe(count + 2);
});

it.each(['it ends', 'it is told to stop'])(
	'a call that its client has cancelled is made anew for the next client, as soon as %s',
	async when => {
		const served = await serveTestTools({}, () => 1);
		const first = await served.dial();
		await first.initialize();
		const words = when === 'it ends' ? '' : "trap '' HUP TERM INT; ";
		const params = {
			name: 'run_in_terminal',
			arguments: {command: `${words}sleep 100`, explanation: 't'},
		};
		const id = first.request('tools/call', params);
		await expect.poll(() => askedOf(served)).toHaveLength(1);
		const cancelled = allow(served);
		await expect.poll(() => served.events.some(({type}) => type === 'tool.started')).toBe(true);
		first.tell({method: 'notifications/cancelled', params: {requestId: id, reason: 'enough'}});
		await first.call('list_pty_sessions');
		if (when === 'it ends') {
			await expect.poll(() => served.events.some(isEndOf(cancelled))).toBe(true);
		}
		first.socket.destroy();
		await expect.poll(() => served.events.some(({type}) => type === 'client.left')).toBe(true);
		const next = await served.dial();
		await next.initialize();
		next.request('tools/call', params);
		await expect.poll(() => askedOf(served).filter(call => call.id !== cancelled)).toHaveLength(1);
	},
);

it('two requests with one id get one answer each way, and the work runs once', async () => {
	const served = await serveTestTools({}, () => 1);
	const client = await served.dial();
	await client.initialize();
	const params = {name: 'run_in_terminal', arguments: {command: 'echo one', explanation: 't'}};
	client.request('tools/call', params, 'same');
	await expect.poll(() => askedOf(served)).toHaveLength(1);
	client.request('tools/call', params, 'same');
	expect((await client.answerTo('same')).error?.message).toContain('still being answered');
	allow(served);
	await expect
		.poll(() => client.messages.filter(({id, result}) => id === 'same' && result).length)
		.toBe(1);
	const again = client.request('tools/call', params, 'same');
	await expect
		.poll(() => client.messages.filter(({id, result}) => id === again && result).length)
		.toBe(2);
	expect(client.messages.at(-1)?.result?.['structuredContent'].note).toContain('made before');
	expect(served.events.filter(({type}) => type === 'tool.started')).toHaveLength(1);
});

it('a client that is gone leaves its commands running and its reading stopped, and the next one gets the result', async () => {
	const served = await serveTestTools({}, () => 1);
	const first = await served.dial();
	await first.initialize();
	const params = {
		name: 'run_in_terminal',
		arguments: {command: 'read x; echo got $x', explanation: 't'},
	};
	first.request('tools/call', params);
	await expect.poll(() => askedOf(served)).toHaveLength(1);
	const call = allow(served);
	const terminal = () => served.engine.parts.store.state().terminals[0]?.id;
	await expect.poll(terminal).toBeDefined();
	first.socket.destroy();
	await expect
		.poll(() => served.events.find(({type}) => type === 'client.left'))
		.toMatchObject({open: [call], undelivered: [call], delivered: 0});
	served.engine.dispatch({type: 'type-into', terminal: terminal()!, bytes: 'it\r'});
	await expect.poll(() => served.events.some(({type}) => type === 'tool.ended')).toBe(true);
	const second = await served.dial();
	await second.initialize();
	const result = await second.call(params.name, params.arguments);
	expect(result.structuredContent).toMatchObject({success: true, call_id: call});
	expect(result.structuredContent.output).toContain('got it');
	expect(result.structuredContent.note).toContain('Nothing ran again');
	expect(served.events.filter(({type}) => type === 'tool.started')).toHaveLength(1);
});

it('unknown tools, methods and tokens are answered with an error, and bad input with a failed result', async () => {
	const served = await serveTestTools();
	const client = await served.dial();
	await client.initialize();
	expect((await client.ask('tools/call', {name: 'nope', arguments: {}})).error?.message).toContain(
		'There is no tool "nope"',
	);
	expect((await client.ask('no/such')).error?.code).toBe(-32_601);
	expect((await client.call('read_file', {})).structuredContent.error.kind).toBe('bad-input');
	const stranger = await served.dial('wrong');
	expect(stranger.welcome).toMatchObject({type: 'refused', why: 'The token is wrong.'});
});

it('twenty calls at once are answered by their own ids', async () => {
	const served = await serveTestTools();
	const client = await served.dial();
	await client.initialize();
	for (let index = 0; index < 20; index += 1) {
		writeFileSync(join(served.home, `f${index}`), `number ${index}\n`);
	}
	const results = await Promise.all(
		Array.from({length: 20}, (_, index) => client.call('read_file', {path: `f${index}`})),
	);
	for (const [index, result] of results.entries()) {
		expect(JSON.stringify(result.structuredContent)).toContain(`number ${index}`);
	}
	expect(new Set(results.map(({structuredContent}) => structuredContent.call_id)).size).toBe(20);
});

it.each([undefined, {port: 0, token: 'right'}])(
	'a client that is gone before what serves it is loaded leaves nothing behind (http: %j)',
	async http => {
		const {tools} = await serveTestTools();
		const socket = new PassThrough();
		const hello = {type: 'hello', kind: 'tool', protocol: 1, protocolMin: 1} as const;
		const who = {version: 'test', token: 'right', from: 'a test'};
		tools.serve(socket, {...hello, ...who, ...(http && {http})});
		expect(tools.count()).toBe(1);
		socket.destroy(new Error('it broke'));
		await expect.poll(tools.count).toBe(0);
	},
);
