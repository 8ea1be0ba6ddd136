import {expect, test} from 'vitest';
import type {Signal} from '../../../source/events/signal.ts';
import {createKeys} from '../../../source/proxy/route/keys.ts';
import {providerOf} from '../../../source/proxy/route/provider.ts';
import {createTell} from '../../../source/proxy/route/tell.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const tell = createTell(fakeClock(), () => {});
const provider = (key: object) => providerOf({name: 'p', kind: 'openai-chat', ...key});

test('a key is found where the settings say', async () => {
	const keys = createKeys({
		env: {P: 'from-env'},
		clock: fakeClock(),
		tell,
		run: async () => 'from-command\n',
	});
	const found = async (key: object) => {
		const answer = await keys.find(provider(key));
		return answer.ok ? answer.value : answer.failure.code;
	};
	expect(await found({})).toBeNull();
	expect(await found({apiKey: 'literal'})).toBe('literal');
	expect(await found({apiKeyEnv: 'P'})).toBe('from-env');
	expect(await found({apiKeyEnv: 'Q'})).toBe('missing_provider_key');
	expect(await found({apiKeyCommand: 'print'})).toBe('from-command');
});

test('a command runs once, until its key is old or was refused', async () => {
	const clock = fakeClock();
	let runs = 0;
	const run = async () => {
		runs += 1;
		return `key-${runs}`;
	};
	const keys = createKeys({env: {}, clock, run, tell});
	const asked = provider({apiKeyCommand: 'print'});
	await Promise.all([keys.find(asked), keys.find(asked)]);
	expect(runs).toBe(1);
	expect(keys.renew(asked)).toBe(true);
	expect(keys.renew(asked)).toBe(false);
	expect(await keys.find(asked)).toEqual({ok: true, value: 'key-2'});
	clock.advance(15 * 60_000);
	expect(await keys.find(asked)).toEqual({ok: true, value: 'key-3'});
});

test('a command that failed is run again the next time', async () => {
	const outputs = [null, 'key'];
	const run = async () => outputs.shift() ?? null;
	const keys = createKeys({env: {}, clock: fakeClock(), tell, run});
	const asked = provider({apiKeyCommand: 'print'});
	expect(await keys.find(asked)).toMatchObject({ok: false, failure: {status: 401}});
	expect(await keys.find(asked)).toEqual({ok: true, value: 'key'});
});

test('a key from the environment can not be renewed', () => {
	const keys = createKeys({env: {P: 'x'}, clock: fakeClock(), tell, run: async () => null});
	expect(keys.renew(provider({apiKeyEnv: 'P'}))).toBe(false);
});

test('a key that says when it expires is asked for again before that', async () => {
	const clock = fakeClock();
	let runs = 0;
	const run = async () => {
		runs += 1;
		return JSON.stringify({key: `key-${runs}`, expires_in: 3600});
	};
	const keys = createKeys({env: {}, clock, tell, run});
	const asked = provider({apiKeyCommand: 'print'});
	await keys.find(asked);
	clock.advance(3_600_000 - 300_001);
	expect(await keys.find(asked)).toEqual({ok: true, value: 'key-1'});
	clock.advance(1);
	expect(await keys.find(asked)).toEqual({ok: true, value: 'key-2'});
});

test('a key that has expired when it comes is told', async () => {
	const told: Signal[] = [];
	const clock = fakeClock();
	const keys = createKeys({
		env: {},
		clock,
		tell: createTell(clock, signal => told.push(signal)),
		run: async () => '{"key":"old","expires_in":-1}',
	});
	expect(await keys.find(provider({apiKeyCommand: 'print'}))).toMatchObject({value: 'old'});
	expect(told).toMatchObject([{kind: 'key.expired', provider: 'p', code: 'expired'}]);
});

test('a command has ten seconds', async () => {
	const given: unknown[] = [];
	const run = async (...words: readonly unknown[]) => {
		given.push(words);
		return 'key';
	};
	const keys = createKeys({env: {}, clock: fakeClock(), tell, run});
	await keys.find(provider({apiKeyCommand: 'print'}));
	expect(given).toEqual([['print', 10_000]]);
});
