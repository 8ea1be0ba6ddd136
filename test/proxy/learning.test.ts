import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {lessonAgeMsMax} from '../../source/proxy/route/lessons.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {proxy, upstream} from './proxies.ts';
import {chatProvider} from './start-proxy.ts';

const asking = {body: {model: 'm', input: 'hi', temperature: 0.5, top_p: 0.5, stream: true}};
const refusal = (param: string) => ({
	status: 400,
	body: {error: {message: `Unsupported parameter: '${param}'`, param}},
});

test('what a provider refuses is left out at once, later, and after a restart', async () => {
	const up = await upstream();
	const capsFile = join(temporaryFolder(), 'provider-caps.json');
	const options = {providers: [chatProvider(up.baseUrl)], capsFile};
	const {ask, signals} = await proxy(options);
	const answering = ask('/v1/responses', asking);
	const first = await up.next();
	expect(first.body.temperature).toBe(0.5);
	first.answer(refusal('temperature'));
	const second = await up.next();
	expect(second.body).toMatchObject({top_p: 0.5});
	expect(second.body).not.toHaveProperty('temperature');
	second.finish();
	await (await answering).events();
	expect(signals.filter(({kind}) => kind === 'lesson.learned')).toMatchObject([
		{provider: 'up', model: 'm', code: 'drop temperature'},
	]);
	expect((await (await ask('/monitoring')).json()).lessons).toMatchObject([
		{provider: 'up', model: 'm', lesson: 'drop temperature'},
	]);
	const other = await proxy(options);
	const later = other.ask('/v1/responses', asking);
	const third = await up.next();
	expect(third.body).not.toHaveProperty('temperature');
	third.finish();
	await (await later).events();
});

test('a request is adjusted twice at most', async () => {
	const up = await upstream();
	const {ask} = await proxy({providers: [chatProvider(up.baseUrl)]});
	const answering = ask('/v1/responses', asking);
	for (const param of ['temperature', 'top_p', 'stream_options']) {
		(await up.next()).answer(refusal(param));
	}
	expect((await answering).status).toBe(400);
	expect(up.seen()).toBe(3);
});

test('a refusal that names nothing is passed on as it is', async () => {
	const up = await upstream();
	const {ask, signal} = await proxy({providers: [chatProvider(up.baseUrl)]});
	const answering = ask('/v1/responses', asking);
	(await up.next()).answer({status: 400, body: {error: {message: 'bad'}}});
	expect((await answering).status).toBe(400);
	expect(await signal('upstream.schema-refused')).toMatchObject({code: 400, provider: 'up'});
	expect(up.seen()).toBe(1);
});

test('an entry that can not be right is dropped alone, and told', async () => {
	const up = await upstream();
	const capsFile = join(temporaryFolder(), 'provider-caps.json');
	const now = Date.now();
	const lesson = {type: 'drop', path: 'temperature'};
	const entries = [
		{provider: 'up', model: 'm', lesson, at: now - 1000},
		{provider: 'up', model: 'm', content_type: ['array'], at: now},
		{provider: 'up', model: 'm', lesson: {type: 'drop', path: ['top_p']}, at: now},
		{provider: 'up', model: 'm', lesson: {type: 'drop', path: 'top_p'}, at: now - lessonAgeMsMax},
		'nonsense',
	];
	writeFileSync(capsFile, JSON.stringify({version: 1, entries}));
	const {ask, signals} = await proxy({providers: [chatProvider(up.baseUrl)], capsFile});
	expect(signals.filter(({kind}) => kind === 'caps.corrupt').map(({code}) => code)).toEqual([
		'entry-1',
		'entry-2',
		'entry-4',
	]);
	expect((await (await ask('/monitoring')).json()).lessons).toMatchObject([
		{lesson: 'drop temperature'},
	]);
});

test.each([
	['{"version":1,', 'not-json'],
	['{"content_type":[]}', 'version'],
	['[]', 'not-json'],
])('a file with %j costs what was learned, and nothing else', async (text, code) => {
	const capsFile = join(temporaryFolder(), 'provider-caps.json');
	writeFileSync(capsFile, text);
	const {ask, signals} = await proxy({capsFile});
	expect(signals).toMatchObject([{kind: 'caps.corrupt', code}]);
	expect((await ask('/v1/models')).status).toBe(200);
});

test('a lesson is forgotten after a day, and when it is asked to be', async () => {
	const up = await upstream();
	let passedMs = 0;
	const clock = {...systemClock(), now: () => Date.now() + passedMs};
	const capsFile = join(temporaryFolder(), 'provider-caps.json');
	const {ask} = await proxy({providers: [chatProvider(up.baseUrl)], capsFile, clock});
	const learn = async () => {
		const answering = ask('/v1/responses', asking);
		(await up.next()).answer(refusal('temperature'));
		const adjusted = await up.next();
		expect(adjusted.body).not.toHaveProperty('temperature');
		adjusted.finish();
		await (await answering).events();
	};
	await learn();
	passedMs = lessonAgeMsMax;
	await learn();
	const cleared = await ask('/control', {body: {type: 'clear-caps', provider: 'up'}});
	expect(await cleared.json()).toEqual({ok: true, done: 'Forgot 1 lessons.'});
	expect(JSON.parse(readFileSync(capsFile, 'utf8'))).toEqual({version: 1, entries: []});
	await learn();
});
