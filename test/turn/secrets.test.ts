import {expect, it} from 'vitest';
import {createJournalLines} from '../../source/storage/journal-lines.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {asked, open} from './turn-harness.ts';

const secret = `ghp_${'aB3'.repeat(12)}`;

it('a call with a mark in its arguments is not run, and the model is told why', async () => {
	const {turns, model, store, runs} = open();
	turns.send('count');
	const first = await model.next();
	first.call('count', '{"by": 1, "with": "‹redacted:openai·12ab›"}', 'c1');
	first.end('calls');
	const second = await model.next();
	expect(runs).toEqual([]);
	expect(store.state().calls.get('c1' as never)?.status).toMatchObject({
		outcome: {status: 'failed', failure: {kind: 'bad-input'}},
	});
	expect(second.request.input.at(-1)).toMatchObject({
		output: expect.stringContaining('stands for a secret that is hidden from you'),
	});
	second.end();
	await turns.settled();
});

it('no piece of a reply ends within a secret, so that no line of the journal holds a part of one', async () => {
	const redactor = createRedactor();
	const {turns, model, log, clock} = open([], undefined, {cutter: redactor.cutter});
	turns.send('say it');
	const exchange = await model.next();
	for (const character of `it is ${secret}, and X_TOKEN=abcd1234 too`) {
		exchange.say(character);
		await Promise.resolve();
		clock.advance(40);
	}
	exchange.end();
	await turns.settled();
	const pieces = log.flatMap(event => (event.type === 'reply.grew' ? [event.text] : []));
	expect(pieces.join('')).toBe(`it is ${secret}, and X_TOKEN=abcd1234 too`);
	expect(pieces.filter(piece => piece.includes(secret))).toHaveLength(1);
	const lines = log.map(createJournalLines(redactor));
	expect(lines.join('\n')).not.toMatch(/abcd1234|aB3/);
	const kept = lines.flatMap(line => (line.includes('reply.grew') ? [JSON.parse(line).text] : []));
	expect(kept.join('')).toMatch(
		/^it is ‹redacted:github·\w{4}›, and X_TOKEN=‹redacted:field·\w{4}› too$/,
	);
});

it.each([
	['stop', true],
	['interrupted', false],
] as const)(
	'an answer without words that ends with %s has read the result: %s',
	async (finish, isDelivered) => {
		const {turns, model, answer, store, log} = open();
		turns.send('count');
		const first = await model.next();
		first.call('count', {by: 1}, 'c1');
		first.end('calls');
		await asked(store);
		answer('c1', 'once');
		(await model.next()).end(finish);
		await turns.settled();
		expect(log.some(({type}) => type === 'tool.delivered')).toBe(isDelivered);
	},
);

it('a result is known to have reached the model when the model speaks, not before', async () => {
	const {turns, model, store, answer, clock, log} = open();
	turns.send('count');
	const first = await model.next();
	first.call('count', {by: 1}, 'c1');
	first.end('calls');
	await expect.poll(() => store.state().calls.get('c1' as never)?.status.type).toBe('waiting');
	answer('c1', 'once');
	const second = await model.next();
	clock.advance(7000);
	expect(log.some(({type}) => type === 'tool.delivered')).toBe(false);
	second.say('thanks');
	await expect
		.poll(() => log.find(({type}) => type === 'tool.delivered'))
		.toMatchObject({call: 'c1', afterMs: 7000});
	second.end();
	await turns.settled();
});
