import {expect, test} from 'vitest';
import type {NeutralEvent} from '../../../source/proxy/neutral.ts';
import {createClientResponse} from '../../../source/proxy/translate/client-response.ts';
import {inbounds} from '../../../source/proxy/translate/protocol-table.ts';
import {checkedEvents} from './responses/grammar.ts';

function clientResponse() {
	return createClientResponse({
		inbound: inbounds.responses,
		frame: {id: 'x', createdAtSeconds: 1, model: 'm', body: {stream: true}},
	});
}

const text = (said: string): NeutralEvent => ({type: 'text', text: said});
const thought: NeutralEvent = {type: 'reasoning', text: 'hm', form: 'raw'};
const call = (id: string): readonly NeutralEvent[] => [
	{type: 'call.start', call: 0, id, name: 'run', form: 'function'},
	{type: 'call.delta', call: 0, text: '{}'},
	{type: 'call.end', call: 0},
];

test('a thought about how to go on does not cut a text in two', () => {
	const one = clientResponse();
	one.leg().event(text('Hel'));
	const later = one.leg();
	for (const event of [thought, text('lo'), {type: 'finish', finish: 'stop'} as const]) {
		later.event(event);
	}
	const output = checkedEvents(one.take()).at(-1).response.output;
	expect(output).toMatchObject([{type: 'message', content: [{text: 'Hello'}]}]);
});

test('after what was said is settled, thoughts are heard again', () => {
	const one = clientResponse();
	one.leg().event(text('Hel'));
	expect(one.said().text).toBe('Hel');
	one.settle();
	expect(one.said().text).toBe('');
	one.leg().event(thought);
	expect(one.take()).toContain('reasoning_text');
});

test('calls of a later leg get numbers and ids of their own', () => {
	const one = clientResponse();
	const [first, second] = [one.leg(), one.leg()];
	expect(first.id).not.toBe(second.id);
	for (const event of call('call_0')) {
		first.event(event);
	}
	for (const event of [...call('call_0'), ...call('call_1').map(each => ({...each, call: 1}))]) {
		second.event(event as NeutralEvent);
	}
	second.event({type: 'finish', finish: 'calls'});
	const output = checkedEvents(one.take()).at(-1).response.output;
	expect(output.map(({call_id}: {call_id: string}) => call_id)).toEqual([
		'call_0',
		'call_0_2',
		'call_1',
	]);
	expect(one.said()).toMatchObject({callsBegun: 3, callsWhole: 3});
});
