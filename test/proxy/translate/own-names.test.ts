import {describe, expect, test} from 'vitest';
import type {NeutralEvent} from '../../../source/proxy/neutral.ts';
import {outbounds} from '../../../source/proxy/translate/protocol-table.ts';
import {createNames} from '../../../source/proxy/translate/tool-names.ts';
import {proxy} from '../proxies.ts';

/** Every object of the language has something under these names. */
const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

function decoded(
	kind: 'openai-responses' | 'anthropic' | 'gemini',
	answers: readonly object[],
): readonly NeutralEvent[] {
	const events: NeutralEvent[] = [];
	const decoder = outbounds[kind].decoder({
		emit: event => events.push(event),
		names: createNames([]),
		provider: 'up',
		id: 'x',
		bytesMax: 1000,
	});
	for (const answer of answers) {
		decoder.data(JSON.stringify(answer), '');
	}
	decoder.end();
	return events;
}

describe.each(inherited)('the word %s, which no table holds,', word => {
	test('is no type of an event', () => {
		const events = decoded('openai-responses', [
			{type: word, delta: 'x'},
			{type: 'response.completed', response: {status: 'completed'}},
		]);
		expect(events).toEqual([{type: 'finish', finish: 'stop'}]);
	});

	test('is no reason for an end', () => {
		const candidates = [{content: {parts: [{text: 'a'}]}, finishReason: word}];
		expect(decoded('gemini', [{candidates}]).at(-1)).toEqual({type: 'finish', finish: 'stop'});
		const delta = {type: 'message_delta', delta: {stop_reason: word}};
		expect(decoded('anthropic', [delta]).at(-1)).toEqual({type: 'finish', finish: 'stop'});
	});

	test('is no address', async () => {
		const {ask} = await proxy();
		expect((await ask(`/${word}`)).status).toBe(404);
	});
});
