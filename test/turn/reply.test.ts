import {expect, it} from 'vitest';
import {asked, open} from './turn-harness.ts';

type World = ReturnType<typeof open>;

async function openAfterResult(): Promise<World & {readonly next: World['model']['next']}> {
	const world = open();
	world.turns.send('count');
	const first = await world.model.next();
	first.call('count', {by: 1}, 'c1');
	first.end('calls');
	await asked(world.store);
	world.answer('c1', 'once');
	return {...world, next: world.model.next};
}

it('an answer without a word has read the results as well as any other', async () => {
	const {model, turns, log} = await openAfterResult();
	const second = await model.next();
	second.end('stop');
	await turns.settled();
	expect(log.filter(({type}) => type === 'tool.delivered')).toHaveLength(1);
});

it('a request that failed at once proves nothing of the results', async () => {
	const {model, turns, log} = await openAfterResult();
	const second = await model.next();
	second.fail('unauthorized');
	await turns.settled();
	expect(log.filter(({type}) => type === 'tool.delivered')).toEqual([]);
});

it('the first byte is counted from the request, not from the start of the program', async () => {
	const {turns, model, clock, log} = open();
	clock.advance(60_000);
	turns.send('hello');
	const exchange = await model.next();
	clock.advance(300);
	exchange.say('hi');
	await expect.poll(() => log.some(({type}) => type === 'reply.grew')).toBe(true);
	clock.advance(200);
	exchange.end();
	await turns.settled();
	const ended = log.find(({type}) => type === 'reply.ended');
	expect(ended).toMatchObject({firstByteMs: 300, durationMs: 500});
});
