import {expect, it} from 'vitest';
import type {CallId} from '../../source/events/ids.ts';
import type {Preview} from '../../source/events/preview.ts';
import {succeed, type Tool} from '../../source/tools/tool.ts';
import {asked, open} from './turn-harness.ts';

/** Notes the preview with which it is run. */
function writer(ran: (Preview | undefined)[]): Tool {
	return {
		name: 'write',
		description: 'Writes.',
		parameters: {type: 'object', properties: {path: {type: 'string'}}, required: ['path']},
		scope: () => 'write',
		summary: ({path}) => `write ${path}`,
		exposure: ({path}) => ({targets: [String(path)]}),
		preview: async ({path}) => ({
			ok: true,
			value: {patch: `+ ${path}`, bases: [{path: String(path), digest: null}]},
		}),
		async run(_, {preview}) {
			ran.push(preview);
			return succeed({});
		},
	};
}

async function openCard(ran: (Preview | undefined)[] = []) {
	const world = open([], undefined, {tools: [writer(ran)]});
	world.turns.send('write');
	const exchange = await world.model.next();
	exchange.call('write', {path: 'a.txt'}, 'c1');
	exchange.end('calls');
	await asked(world.store);
	return world;
}

const id = 'c1' as CallId;

it('an edited call has the risks and the preview of what it would do now', async () => {
	const ran: (Preview | undefined)[] = [];
	const {turns, store, log, answer, model} = await openCard(ran);
	await turns.edit({call: id, text: '{"path":"b.txt"}'});
	const edited = log.find(({type}) => type === 'tool.edited');
	expect(edited).toMatchObject({
		summary: 'write b.txt',
		exposure: {targets: ['b.txt']},
		preview: {patch: '+ b.txt'},
	});
	expect(store.state().calls.get(id)?.exposure).toEqual({targets: ['b.txt']});
	answer('c1', 'once');
	(await model.next()).end();
	await turns.settled();
	expect(ran).toEqual([{patch: '+ b.txt', bases: [{path: 'b.txt', digest: null}]}]);
});

it('a call runs with the preview that its card showed', async () => {
	const ran: (Preview | undefined)[] = [];
	const {turns, answer, model} = await openCard(ran);
	answer('c1', 'once');
	(await model.next()).end();
	await turns.settled();
	expect(ran).toEqual([{patch: '+ a.txt', bases: [{path: 'a.txt', digest: null}]}]);
});

it.each([
	['of which the file changed', '1', 'failed', 'a.txt changed while the question waited'],
	['of which all is as it was', null, 'ok', ''],
])('a card that returned after a crash, %s', async (_, digest, status, message) => {
	const before = await openCard();
	const ran: (Preview | undefined)[] = [];
	const tool: Tool = {
		...writer(ran),
		preview: async () => ({ok: true, value: {patch: '+ a.txt', bases: [{path: 'a.txt', digest}]}}),
	};
	const after = open(before.log, undefined, {tools: [tool]});
	after.turns.resume();
	if (status === 'ok') {
		await asked(after.store);
		after.answer('c1', 'once');
	}
	(await after.model.next()).end();
	await after.turns.settled();
	expect(ran).toHaveLength(status === 'ok' ? 1 : 0);
	const call = after.store.state().calls.get(id);
	expect(call?.status).toMatchObject({outcome: {status}});
	expect(JSON.stringify(call?.status)).toContain(message);
});

it('a call that does not wait any more, or that nobody knows, is not changed, and nothing is said', async () => {
	const {turns, log, answer, model} = await openCard();
	answer('c1', 'deny');
	(await model.next()).end();
	await turns.settled();
	for (const call of [id, 'c9' as CallId]) {
		await turns.edit({call, text: '{}'});
	}
	expect(log.filter(({type}) => type === 'tool.edited' || type === 'notice.shown')).toEqual([]);
});

it.each([
	['{}', 'path'],
	['{"path":', 'JSON'],
])('an edit that is no call changes nothing and says why: %s', async (text, why) => {
	const {turns, log} = await openCard();
	await turns.edit({call: id, text});
	expect(log.some(({type}) => type === 'tool.edited')).toBe(false);
	const notice = log.find(event => event.type === 'notice.shown');
	expect(notice).toMatchObject({level: 'warn', text: expect.stringContaining(why)});
	expect(notice).toMatchObject({text: expect.stringMatching(/^Not changed: /)});
	turns.stop();
	await turns.settled();
});

it('of a call with a command line, only that is changed by what is typed', async () => {
	const ran: object[] = [];
	const shell: Tool = {
		name: 'shell',
		description: 'Runs.',
		parameters: {type: 'object', properties: {cmd: {type: 'string'}, folder: {type: 'string'}}},
		scope: () => 'shell',
		commandKey: 'cmd',
		summary: ({cmd}) => String(cmd),
		async run(input) {
			ran.push(input);
			return succeed({});
		},
	};
	const {turns, model, store, answer} = open([], undefined, {tools: [shell]});
	turns.send('run');
	const exchange = await model.next();
	exchange.call('shell', {cmd: 'ls', folder: 'sub'}, 'c1');
	exchange.end('calls');
	await asked(store);
	await turns.edit({call: id, text: 'pwd'});
	expect(store.state().calls.get(id)?.summary).toBe('pwd');
	answer('c1', 'once');
	(await model.next()).end();
	await turns.settled();
	expect(ran).toEqual([{cmd: 'pwd', folder: 'sub'}]);
});

it.each([
	['fails', () => ({ok: false, failure: {kind: 'not-found', message: 'gone'}}), 'failed'],
	['shows nothing any more', () => ({ok: true, value: null}), 'ok'],
] as const)(
	'a card that returned after a crash, whose preview %s now',
	async (_, preview, status) => {
		const before = await openCard();
		const ran: (Preview | undefined)[] = [];
		const tool: Tool = {...writer(ran), preview: async () => preview() as never};
		const after = open(before.log, undefined, {tools: [tool]});
		after.turns.resume();
		if (status === 'ok') {
			await asked(after.store);
			after.answer('c1', 'once');
		}
		(await after.model.next()).end();
		await after.turns.settled();
		expect(ran).toHaveLength(status === 'ok' ? 1 : 0);
		const call = after.store.state().calls.get(id);
		expect(call?.status).toMatchObject({outcome: {status}});
		if (status === 'failed') {
			expect(JSON.stringify(call?.status)).toContain('a.txt changed while the question waited');
		}
	},
);

it('a card that was edited, and returned after a crash, is compared as it was edited', async () => {
	const before = await openCard();
	await before.turns.edit({call: id, text: '{"path":"b.txt"}'});
	const seen: unknown[] = [];
	const own = writer([]);
	const tool: Tool = {
		...own,
		preview(input, context) {
			seen.push(input['path']);
			return own.preview!(input, context);
		},
	};
	const after = open(before.log, undefined, {tools: [tool]});
	after.turns.resume();
	await asked(after.store);
	expect(seen).toEqual(['b.txt']);
	after.answer('c1', 'deny');
	(await after.model.next()).end();
	await after.turns.settled();
});

it.each(['the card', 'the tool'])(
	'a card that returned after a crash asks again where %s has no preview',
	async which => {
		const ran: (Preview | undefined)[] = [];
		const {preview: _, ...without} = writer(ran);
		const before = open([], undefined, {tools: [which === 'the card' ? without : writer(ran)]});
		before.turns.send('write');
		const exchange = await before.model.next();
		exchange.call('write', {path: 'a.txt'}, 'c1');
		exchange.end('calls');
		await asked(before.store);
		const tools = [which === 'the card' ? writer(ran) : without];
		const after = open(before.log, undefined, {tools});
		after.turns.resume();
		await asked(after.store);
		after.answer('c1', 'once');
		(await after.model.next()).end();
		await after.turns.settled();
		expect(ran).toHaveLength(1);
	},
);
