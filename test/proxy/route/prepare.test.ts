import {expect, it} from 'vitest';
import type {JsonObject} from '../../../source/events/json.ts';
import type {ProviderSettings} from '../../../source/events/settings.ts';
import {badRequest, notFound} from '../../../source/proxy/failure.ts';
import type {NeutralItem} from '../../../source/proxy/neutral.ts';
import {keepOpeners} from '../../../source/proxy/repair/reader-openers.ts';
import {createLearnedShapes} from '../../../source/proxy/route/learned-shapes.ts';
import {type ClientCall, prepare, type TryLeg} from '../../../source/proxy/route/prepare.ts';
import {providerOf} from '../../../source/proxy/route/provider.ts';
import {inbounds} from '../../../source/proxy/translate/protocol-table.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const tool = {type: 'function', function: {name: 'run', parameters: {type: 'object'}}};
const asked: JsonObject = {model: 'm', stream: true, messages: [{role: 'user', content: 'hi'}]};

type Changes = {
	readonly body?: JsonObject;
	readonly call?: Partial<ClientCall>;
	readonly provider?: Partial<ProviderSettings>;
	readonly leg?: Partial<TryLeg>;
	readonly attempts?: boolean;
	/** The provider's server can say in its stream how much of the prompt it has read. */
	readonly tells?: boolean;
};

function prepared({call, provider, leg, attempts = true, tells = false, ...more}: Changes) {
	const body = {...asked, ...more.body};
	const baseUrl = 'http://up.test/v1';
	return prepare(
		{
			...{id: 'c1', inbound: inbounds.chat, body, asked: body, stream: body['stream'] === true},
			passed: {query: '', headers: {}},
			request: () => inbounds.chat.parse(body),
			...call,
		} as ClientCall,
		{
			provider: providerOf({name: 'up', kind: 'openai-chat', baseUrl, ...provider}),
			model: 'real',
		},
		{
			leg: {
				...{clientResponse: null, items: [], onReading() {}},
				limits: {connectMs: 1, firstByteMs: 1, gapMs: 1, wholeMs: 1},
				repair: {attempts, timesMax: 3, tell() {}},
				...leg,
			},
			tools: {
				...{client: {} as never, clock: fakeClock(), openers: keepOpeners(), bytesMax: 1000},
				keys: {find: async () => ({ok: true, value: 'key'})} as never,
				catalogue: {} as never,
				lessons: {apply: (_: unknown, sent: JsonObject) => ({...sent, learned: true})} as never,
				localServers: {tellsInStream: () => tells} as never,
				shapes: createLearnedShapes(),
			},
		},
	);
}

async function well(changes: Changes) {
	const ready = await prepared(changes);
	return ready.ok ? ready.value : expect.fail(ready.failure.message);
}

const withTools = {body: {tools: [tool]}};
const item: NeutralItem = {
	...{type: 'message', role: 'user'},
	parts: [{type: 'text', text: 'go on'}],
};

it.each<[string, Changes, boolean]>([
	['nothing has to be changed', {}, false],
	['the provider speaks another protocol', {provider: {kind: 'anthropic'}}, true],
	['calls are told in words', {provider: {toolCalls: 'text'}}, true],
	['an answer is continued', {leg: {items: [item]}}, true],
	['an answer may have to be continued', {leg: {onFinish: () => null}}, true],
	['the text may hold calls', withTools, true],
	['nobody looks for calls in text', {...withTools, attempts: false}, false],
	['the text surely holds none', {...withTools, provider: {toolCalls: 'native'}}, false],
	['no tools are offered', {body: {tools: []}}, false],
	['what is offered is no list', {body: {tools: 'run'}}, false],
	[
		'another endpoint is asked',
		{...withTools, call: {passed: {path: () => '/x', query: '', headers: {}}}},
		false,
	],
	[
		'only the provider knows what was before',
		{body: {tools: [tool], previous_response_id: 'r'}},
		false,
	],
])('where %s, a request is translated: %s', async (_, {body, ...changes}, translated) => {
	const read = {request: () => inbounds.chat.parse(asked)};
	const value = await well({...changes, body: body ?? {}, call: {...read, ...changes.call}});
	expect(value.translated).toBe(translated);
	expect(value).toMatchObject({model: 'real', key: 'key'});
	expect(value.body).toMatchObject({model: 'real', learned: true});
});

it.each<[string, Changes, boolean]>([
	['a server that can tell how far it is', {tells: true}, true],
	['one that can not', {}, false],
	['one that is to answer in one piece', {tells: true, body: {stream: false}}, false],
	['one of which the client asks it', {tells: true, body: {return_progress: false}}, false],
	[
		'another endpoint of it',
		{tells: true, call: {passed: {path: () => '/x', query: '', headers: {}}}},
		false,
	],
])('%s is asked for it: %s', async (_, changes, isAsked) => {
	expect((await well(changes)).body['return_progress'] === true).toBe(isAsked);
	const own = await well({...changes, ...withTools, body: {...withTools.body, ...changes.body}});
	expect(own.body['return_progress'] === true).toBe(isAsked);
});

it('what is asked besides stands behind what the client has said', async () => {
	const {body} = await well({leg: {items: [item]}});
	expect(JSON.stringify(body['messages'])).toMatch(/hi.*go on/);
});

it('tools that are told in words are not offered', async () => {
	const {body} = await well({...withTools, provider: {toolCalls: 'text'}});
	expect(body).not.toHaveProperty('tools');
	expect(JSON.stringify(body)).toContain('run');
	expect((await well(withTools)).body['tools']).toMatchObject([{function: {name: 'run'}}]);
});

it('a request that can not be read is refused where it has to be', async () => {
	const failure = badRequest('no');
	const call = {request: () => ({ok: false, failure}) as const};
	expect(await prepared({call, ...withTools})).toEqual({ok: false, failure});
	expect(await prepared({call})).toMatchObject({ok: true});
	const unknown = notFound('gone', 'x');
	expect(
		await prepared({
			call: {request: () => ({ok: false, failure: unknown})},
			provider: {kind: 'anthropic'},
		}),
	).toEqual({ok: false, failure: unknown});
});
