import {expect, it} from 'vitest';
import {waitingCalls} from '../../source/state/select.ts';
import {asked, open} from './turn-harness.ts';

it('twenty calls at once that differ by a blank raise no card after the third no', async () => {
	const world = open();
	world.turns.send('count');
	const heard = await world.model.next();
	for (let index = 0; index < 20; index += 1) {
		heard.call('count', {by: 1, note: `again${' '.repeat(index)}`}, `c${index}`);
	}
	heard.call('count', {by: 2, note: 'other'}, 'other');
	heard.end('calls');
	await asked(world.store, 21);
	for (const id of ['c3', 'c0', 'c7']) {
		world.answer(id, 'deny');
	}
	expect(waitingCalls(world.store.state()).map(({id}) => id)).toEqual(['other']);
	world.answer('other', 'deny');
	await world.turns.settled();
	expect(world.runs).toEqual([]);
	expect(world.store.state().chat.items.at(-1)).toMatchObject({
		type: 'ending',
		failure: {message: expect.stringContaining('asked 3 times')},
	});
});

it('twenty calls one after another that differ by a blank end the turn at the third no', async () => {
	const world = open();
	world.turns.send('count');
	for (let index = 0; index < 3; index += 1) {
		const heard = await world.model.next();
		heard.call('count', {by: 1, note: `again${' '.repeat(index)}`}, `c${index}`);
		heard.end('calls');
		await asked(world.store);
		world.answer(`c${index}`, 'deny');
	}
	await world.turns.settled();
	expect(world.model.requests).toHaveLength(3);
	expect(world.store.state().chat.items.at(-1)).toMatchObject({type: 'ending'});
});
