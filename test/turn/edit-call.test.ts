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
