import {expect, test} from 'vitest';
import type {Asked} from '../../helpers/scripted-upstream.ts';
import {hastyClock, proxy, upstream} from '../proxies.ts';
import {chatProvider} from '../start-proxy.ts';

const key = 'key-that-nobody-else-may-read';

const tellers: Readonly<Record<string, (asked: Asked) => void>> = {
	'in a refusal': asked =>
		asked.answer({status: 401, body: {error: {message: `Incorrect key: ${key}`, code: key}}}),
	'in plain text': asked =>
		asked.answer({status: 500, body: `bad header ${asked.headers.authorization}`}),
	'inside a stream': asked => {
		asked.chunk({error: {message: `Bearer ${key} is over its limit`}});
		asked.end();
	},
	'in the middle of an answer': asked => {
		asked.say('so far');
		asked.chunk({error: {message: `Bearer ${key} is over its limit`}});
		asked.end();
	},
};

test.each(Object.entries(tellers))(
	'a key that a provider says back %s is told to nobody',
	async (_, tell) => {
		const up = await upstream();
		up.always(tell);
		const {ask, signals} = await proxy({
			providers: [chatProvider(up.baseUrl, {apiKey: key})],
			clock: hastyClock(),
		});
		const answer = await ask('/v1/responses', {body: {model: 'm', input: 'x', stream: true}});
		await answer.events().catch(() => {});
		const report = await ask('/monitoring');
		await report.json();
		expect(answer.text()).toContain('…');
		expect(answer.text() + report.text() + JSON.stringify(signals)).not.toContain(key);
	},
);
