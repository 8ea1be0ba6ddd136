import {expect, test} from 'vitest';
import {
	askAgain,
	continueAtLength,
	createGoingOn,
	itemsToAdd,
	mayResume,
	resume,
} from '../../../source/proxy/route/go-on.ts';

const response = (said: {text?: string; callsBegun?: number} = {}) => {
	let settled = 0;
	return {
		said: () => ({text: 'so far', callsBegun: 0, ...said}),
		settle: () => {
			settled += 1;
		},
		settled: () => settled,
	} as never;
};
const item = (text: string) => ({type: 'message', role: 'user', parts: [{type: 'text', text}]});
const again = (why: 'continued' | 'asked-back', text: string, timesMax?: number) =>
	({why, items: [item(text)], otherwise: {}, ...(timesMax !== undefined && {timesMax})}) as never;
const textsOf = (going: ReturnType<typeof createGoingOn>) =>
	itemsToAdd(going).map(one => (one as never as ReturnType<typeof item>).parts[0]?.text);

test('what was asked back stays in the conversation, what is continued takes the place of the last', () => {
	const going = createGoingOn();
	expect(textsOf(going)).toEqual([]);
	const one = response();
	expect(askAgain(going, again('continued', 'a'), one)).toBe(true);
	expect(going.clientResponse).toBe(one);
	expect(textsOf(going)).toEqual(['a']);
	askAgain(going, again('continued', 'b'), one);
	expect(textsOf(going)).toEqual(['b']);
	askAgain(going, again('asked-back', 'c'), one);
	expect(textsOf(going)).toEqual(['c']);
	askAgain(going, again('asked-back', 'd'), one);
	askAgain(going, again('continued', 'e'), one);
	expect(textsOf(going)).toEqual(['c', 'd', 'e']);
	expect((one as {settled: () => number}).settled()).toBe(2);
});

test.each([
	['continued', undefined, 8],
	['asked-back', undefined, 3],
	['asked-back', 1, 1],
] as const)('a model is %s no more than its limit %s says: %i times', (why, timesMax, times) => {
	const going = createGoingOn();
	const asked = Array.from({length: times + 1}, () =>
		askAgain(going, again(why, 'x', timesMax), response()),
	);
	expect(asked).toEqual([...Array(times).fill(true), false]);
});

test('a stream that died is resumed three times, with its own words, and not behind a call', () => {
	const going = createGoingOn();
	const failure = {retry: 'now'} as never;
	for (let count = 0; count < 3; count += 1) {
		expect(mayResume(going, failure, response())).toBe(true);
		resume(going, response());
	}
	expect(textsOf(going)).toEqual(['so far', expect.stringContaining('broke off')]);
	expect(mayResume(going, failure, response())).toBe(false);
	expect(mayResume(createGoingOn(), failure, response({callsBegun: 1}))).toBe(false);
	expect(mayResume(createGoingOn(), {retry: 'never'} as never, response())).toBe(false);
	resume(going, response({text: ''}));
	expect(textsOf(going)).toEqual([]);
});

test.each([
	['length', {text: 'so far', callsBegun: 0}, true],
	['length', {text: '', callsBegun: 0}, false],
	['length', {text: 'so far', callsBegun: 1}, false],
	['stop', {text: 'so far', callsBegun: 0}, false],
] as const)('an answer that ends by %s after %j is continued: %s', (finish, said, isContinued) => {
	const wanted = continueAtLength(finish, said as never);
	expect(wanted?.why).toBe(isContinued ? 'continued' : undefined);
});
