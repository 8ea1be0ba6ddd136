import {expect, test} from 'vitest';
import {createCatalogue, listModels, modelOf} from '../../../source/proxy/route/catalogue.ts';
import type {Client} from '../../../source/proxy/route/client.ts';
import {providerOf} from '../../../source/proxy/route/provider.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const provider = providerOf({name: 'up', kind: 'openai-chat', baseUrl: 'http://up.test/v1'});

/** A server that answers every question with this; null: it never does. */
function serving(document: unknown) {
	const clock = fakeClock();
	const asked: string[] = [];
	const client: Client = {
		send({url}, listener) {
			asked.push(url);
			if (document !== null) {
				queueMicrotask(() => {
					listener.head(200, {});
					listener.chunk(Buffer.from(JSON.stringify(document)));
					listener.end();
				});
			}
			return {pause() {}, resume() {}, abort() {}};
		},
		close() {},
	};
	return {client, clock, asked};
}

const chat = ['countTokens', 'generateContent'];

test.each([
	[{data: [{id: 'small'}, {id: 'big'}]}, ['small', 'big']],
	[
		{models: [{name: 'models/chats', supportedGenerationMethods: chat}, {name: 'models/draws'}]},
		['chats'],
	],
	[{data: [{id: ''}, {id: 7}, 'x', {id: 'only'}]}, ['only']],
	[{data: []}, []],
	['no list', []],
	[[], []],
])('of %j the models are %j', async (document, models) => {
	const {client, clock} = serving(document);
	const call = {client, clock, baseUrl: provider.baseUrl, headers: {}, timeoutMs: 5000};
	expect(await listModels(call)).toEqual(models);
});

test('where no model is named, the first one that the provider lists is asked, and it is asked for it once', async () => {
	const {client, clock, asked} = serving({data: [{id: 'small'}, {id: 'big'}]});
	const catalogue = createCatalogue({client, clock});
	for (let count = 0; count < 2; count += 1) {
		expect(await modelOf({provider, model: ''}, {}, catalogue)).toEqual({ok: true, value: 'small'});
	}
	expect(await modelOf({provider, model: 'big'}, {}, catalogue)).toEqual({ok: true, value: 'big'});
	expect(asked).toEqual(['http://up.test/v1/models']);
});

test('a provider that lists no model has none to ask, and the words say what to do', async () => {
	const {client, clock} = serving({data: []});
	expect(await createCatalogue({client, clock}).firstModel(provider, {})).toMatchObject({
		ok: false,
		failure: {kind: 'not-found', status: 404, param: 'model', retry: 'other'},
	});
});

test('a provider whose list does not come in five seconds has timed out, and is asked again', async () => {
	const {client, clock, asked} = serving(null);
	const catalogue = createCatalogue({client, clock});
	for (let count = 0; count < 2; count += 1) {
		const found = catalogue.firstModel(provider, {});
		clock.advance(5000);
		expect(await found).toMatchObject({
			ok: false,
			failure: {kind: 'timeout', detail: 'first byte', message: expect.stringContaining('5000 ms')},
		});
	}
	expect(asked).toHaveLength(2);
});
