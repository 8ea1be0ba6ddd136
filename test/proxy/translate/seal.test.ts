import {describe, expect, test} from 'vitest';
import type {JsonObject} from '../../../source/events/json.ts';
import type {NeutralEvent, NeutralItem, Seal} from '../../../source/proxy/neutral.ts';
import type {Inbound} from '../../../source/proxy/translate/protocol.ts';
import {inbounds, outbounds} from '../../../source/proxy/translate/protocol-table.ts';

// biome-ignore lint/suspicious/noExplicitAny: it is what the wire holds.
type Wire = any;

/** An answer as a client keeps it, put into the client's next request. */
const asked: Readonly<Record<Inbound['kind'], (whole: Wire) => JsonObject>> = {
	responses: whole => ({input: whole.output}),
	anthropic: whole => ({messages: [{role: 'assistant', content: whole.content}]}),
	chat: whole => ({messages: [whole.choices[0].message]}),
	gemini: whole => ({contents: [whole.candidates[0].content]}),
};

const kinds = ['anthropic', 'openai-responses', 'openai-chat', 'gemini'] as const;
const clients = ['responses', 'anthropic', 'chat', 'gemini'] as const;
const pairs = clients.flatMap(client => kinds.map(kind => [client, kind] as const));

describe.each(pairs)('a client that speaks %s', (client, kind) => {
	const seal: Seal = {from: kind, form: 'signature', data: 'a:b+/='};
	const call: readonly NeutralEvent[] = [
		{type: 'call.start', call: 0, id: 'c', name: 'run', form: 'function'},
		{type: 'call.delta', call: 0, text: '{}'},
		{type: 'call.end', call: 0},
	];

	test(`gives the seal of ${kind} back before the call that it belongs to`, () => {
		const items = keptAfter(client, [{type: 'seal', seal}, ...call]);
		expect(items.map(({type}) => type)).toEqual(['reasoning', 'call']);
		expect(items[0]).toMatchObject({seal});
	});
});

test.each(['responses', 'anthropic', 'gemini'] as const)(
	'a client that speaks %s gives a seal back with the words that it seals',
	client => {
		const seal: Seal = {from: 'gemini', form: 'signature', data: 'S'};
		const thought: NeutralEvent = {type: 'reasoning', text: 'hm', form: 'raw'};
		const [item] = keptAfter(client, [thought, {type: 'seal', seal}]);
		expect(item).toMatchObject({type: 'reasoning', text: 'hm', seal});
	},
);

const where: readonly (readonly [(typeof kinds)[number], (body: Wire) => unknown])[] = [
	['anthropic', body => body.messages[1].content[0].signature],
	['openai-responses', body => body.input[1].encrypted_content],
	['gemini', body => body.contents[1].parts.at(-1).thoughtSignature],
	['openai-chat', body => body.messages[1].tool_calls[0].extra_content.google.thought_signature],
];

test.each(where)('%s is given its own seal, bare, and no other', (kind, read) => {
	expect(read(sent(kind, {from: kind, form: 'signature', data: 'S'}).body)).toBe('S');
	for (const from of kinds.filter(other => other !== kind)) {
		const {body, notices} = sent(kind, {from, form: 'signature', data: 'FOREIGN'});
		expect(JSON.stringify(body)).not.toContain('FOREIGN');
		expect(notices).toEqual([expect.stringContaining('Sealed reasoning')]);
	}
});

test('Responses asks for sealed reasoning where its client does', () => {
	const request = parsed('responses', {input: 'x', include: ['reasoning.encrypted_content']});
	const {body} = outbounds['openai-responses'].encode(request, {model: 'm', baseUrl: ''});
	expect(body['include']).toEqual(['reasoning.encrypted_content']);
});

function keptAfter(
	client: Inbound['kind'],
	events: readonly NeutralEvent[],
): readonly NeutralItem[] {
	const body: JsonObject = {generationConfig: {thinkingConfig: {includeThoughts: true}}};
	const encoder = inbounds[client].encoder({id: 'x', createdAtSeconds: 1, model: 'm', body});
	for (const event of [...events, {type: 'finish', finish: 'calls'} as const]) {
		encoder.event(event);
	}
	const next = asked[client](JSON.parse(JSON.stringify(encoder.whole())));
	return parsed(client, next).items;
}

function parsed(client: Inbound['kind'], body: JsonObject) {
	const request = inbounds[client].parse(body);
	if (!request.ok) {
		throw new Error(request.failure.message);
	}
	return request.value;
}

function sent(kind: (typeof kinds)[number], seal: Seal): {body: Wire; notices: readonly string[]} {
	const request = parsed('chat', {messages: [{role: 'user', content: 'x'}]});
	const call = {type: 'call', id: 'c', form: 'function', name: 'run', arguments: '{}'} as const;
	const result = {type: 'result', id: 'c', form: 'function', parts: []} as const;
	const items = [
		...request.items,
		{type: 'reasoning', text: 'hm', summary: '', seal} as const,
		call,
		result,
	];
	return outbounds[kind].encode({...request, items}, {model: 'gemini-2.5-pro', baseUrl: ''});
}
