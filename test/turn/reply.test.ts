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

it('every letter of an answer is written down, the first at once and the rest a frame later', async () => {
	const {turns, model, clock, log} = open();
	turns.send('hello');
	const exchange = await model.next();
	const grown = () => log.flatMap(event => (event.type === 'reply.grew' ? [event.text] : []));
	exchange.say('a');
	await expect.poll(grown).toEqual(['a']);
	exchange.say('b');
	const laterGrown = () => {
		clock.advance(40);
		return grown().join('');
	};
	await expect.poll(laterGrown).toBe('ab');
	exchange.say('c');
	exchange.end();
	await turns.settled();
	expect(grown().join('')).toBe('abc');
});

it('thoughts and words are written down apart, in the order in which they came', async () => {
	const {turns, model, log} = open();
	turns.send('hello');
	const exchange = await model.next();
	exchange.part({type: 'reasoning', text: 'hm'});
	exchange.say('yes');
	exchange.part({type: 'reasoning', text: 'or'});
	exchange.end();
	await turns.settled();
	const told = log.flatMap(event =>
		event.type === 'reply.grew' || event.type === 'reasoning.grew'
			? [[event.type, event.text]]
			: [],
	);
	expect(told).toEqual([
		['reasoning.grew', 'hm'],
		['reply.grew', 'yes'],
		['reasoning.grew', 'or'],
	]);
});

it('an answer that stops without an end is no answer', async () => {
	const {turns, model, log} = open();
	turns.send('count');
	const exchange = await model.next();
	exchange.call('count', {by: 1}, 'c1');
	exchange.end('length');
	await turns.settled();
	expect(log.some(({type}) => type === 'tool.proposed')).toBe(false);
	expect(log.find(({type}) => type === 'reply.ended')).toMatchObject({finish: 'length'});
});

it('a result that is read at once was delivered after no time', async () => {
	const {model, turns, log, clock} = await openAfterResult();
	const second = await model.next();
	second.end();
	await turns.settled();
	expect(log.find(({type}) => type === 'tool.delivered')).toMatchObject({afterMs: 0});
	void clock;
});

it('the results of a client’s own calls are not counted as read by the model', async () => {
	const {model, turns, log, store, answer} = await openAfterResult();
	const second = await model.next();
	const call = turns.outside.start({
		...{caller: {id: 'm', name: 'other'}, tool: 'count', raw: '{"by":1}'},
	});
	await asked(store);
	answer(call.id, 'deny');
	await call.done;
	second.end();
	await turns.settled();
	turns.send('again');
	(await model.next()).end();
	await turns.settled();
	const delivered = log.flatMap(event => (event.type === 'tool.delivered' ? [event.call] : []));
	expect(delivered).toEqual(['c1']);
});

it('what is said is written down once a frame while it comes, and no timer is left behind', async () => {
	const {turns, model, clock, log, store} = open();
	turns.send('hello');
	const exchange = await model.next();
	const grown = () => log.flatMap(event => (event.type === 'reply.grew' ? [event.text] : []));
	const say = async (text: string) => {
		const before = log.length;
		exchange.say(text);
		// The words are taken one microtask after the other.
		for (let turn = 0; turn < 20; turn += 1) {
			await Promise.resolve();
		}
		return log.length - before;
	};
	await expect.poll(() => store.state().chat.turn).not.toBe(null);
	await say('a');
	await say('b');
	await say('c');
	expect(grown()).toEqual(['a']);
	clock.advance(40);
	expect(grown()).toEqual(['a', 'bc']);
	await say('d');
	expect(grown()).toEqual(['a', 'bc']);
	clock.advance(40);
	expect(grown()).toEqual(['a', 'bc', 'd']);
	clock.advance(40);
	clock.advance(40);
	await say('e');
	expect(grown()).toEqual(['a', 'bc', 'd', 'e']);
	await say('f');
	exchange.end();
	await turns.settled();
	expect(grown()).toEqual(['a', 'bc', 'd', 'e', 'f']);
	clock.advance(1000);
	expect(clock.pending()).toBe(0);
});
