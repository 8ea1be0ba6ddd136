import {expect, it} from 'vitest';
import type {InputItem} from '../../source/events/part.ts';
import type {Model, ModelRequest} from '../../source/model/model.ts';
import {redactedModel} from '../../source/model/redact-request.ts';
import {createRedactor} from '../../source/storage/redact.ts';

const secret = 'the-known-value';
const redactor = createRedactor([secret]);

function listen(): {readonly requests: ModelRequest[]; readonly model: Model} {
	const requests: ModelRequest[] = [];
	const model: Model = {
		async *stream(request) {
			requests.push(request);
			yield {type: 'end', finish: 'stop'};
		},
	};
	return {requests, model};
}

const input: readonly InputItem[] = [
	{type: 'user', text: `it is ${secret}`},
	{type: 'assistant', text: `I heard ${secret}`},
	{type: 'call', id: 'c', name: 'x', arguments: JSON.stringify({cmd: `echo ${secret}`})},
	{type: 'result', id: 'c', output: JSON.stringify({success: true, output: `\n${secret}\n`})},
];

const request = (items: readonly InputItem[]): ModelRequest => ({
	model: 'm',
	instructions: 'Be brief.',
	input: items,
	tools: [],
	signal: new AbortController().signal,
});

it('no secret reaches the model, from whom it ever came, and JSON stays JSON', async () => {
	const {requests, model} = listen();
	for await (const _ of redactedModel(model, redactor).stream(request(input))) {
	}
	expect(JSON.stringify(requests)).not.toContain(secret);
	const result = requests[0]?.input[3];
	expect(result?.type === 'result' && JSON.parse(result.output)).toEqual({
		success: true,
		output: expect.stringMatching(/^\n‹redacted:known·\w{4}›\n$/),
	});
});

it('a text that was looked at for one request is not looked at for the next', async () => {
	const {model} = listen();
	const seen: string[] = [];
	const hidden = redactedModel(model, {
		text(text) {
			seen.push(text);
			return text;
		},
		document: text => text,
	});
	for (const items of [input.slice(0, 1), input.slice(0, 2), input.slice(0, 2)]) {
		for await (const _ of hidden.stream(request(items))) {
		}
	}
	expect(seen).toEqual(['Be brief.', `it is ${secret}`, `I heard ${secret}`]);
});

it('a text that is said and also stands in a call loses in each place what that place wants', async () => {
	const {requests, model} = listen();
	const hidden = redactedModel(model, {text: text => `text ${text}`, document: () => '{}'});
	const same: readonly InputItem[] = [
		{type: 'user', text: '{"a":1}'},
		{type: 'call', id: 'c', name: 'x', arguments: '{"a":1}'},
	];
	for await (const _ of hidden.stream(request(same))) {
	}
	expect(requests[0]?.input).toMatchObject([{text: 'text {"a":1}'}, {arguments: '{}'}]);
});
