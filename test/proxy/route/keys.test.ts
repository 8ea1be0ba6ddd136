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

test('keys of commands are forgotten by the name of their provider, or all, and counted', async () => {
	let runs = 0;
	const run = async () => {
		runs += 1;
		return `key-${runs}`;
	};
	const keys = createKeys({env: {}, clock: fakeClock(), run, tell});
	const asked = ['p', 'q', 'r'].map(name => ({...provider({apiKeyCommand: 'print'}), name}));
	const find = () => Promise.all(asked.map(each => keys.find(each)));
	await find();
	expect([keys.forget('q'), keys.forget('q'), keys.forget('nobody')]).toEqual([1, 0, 0]);
	expect(await find()).toMatchObject([{value: 'key-1'}, {value: 'key-4'}, {value: 'key-3'}]);
	expect([keys.forget(undefined), keys.forget(undefined)]).toEqual([3, 0]);
	await find();
	expect(runs).toBe(7);
});

test.each([
	['a minute', 60, 30_000],
	['ten minutes', 600, 300_000],
	['an hour', 3600, 3_300_000],
])(
	'a key that lives for %s is asked for again after its half, or five minutes before its end',
	async (_, seconds, freshMs) => {
		const clock = fakeClock();
		let runs = 0;
		const run = async () => {
			runs += 1;
			return JSON.stringify({key: 'key', expires_in: seconds});
		};
		const keys = createKeys({env: {}, clock, tell, run});
		const asked = provider({apiKeyCommand: 'print'});
		await keys.find(asked);
		clock.advance(freshMs - 1);
		await keys.find(asked);
		expect(runs).toBe(1);
		clock.advance(1);
		await keys.find(asked);
		expect(runs).toBe(2);
	},
);

test('a key that ends this moment has run out, and one that has a while left has not', async () => {
	for (const [seconds, told] of [
		[0, 1],
		[0.001, 0],
	]) {
		const kinds: string[] = [];
		const clock = fakeClock();
		const keys = createKeys({
			env: {},
			clock,
			tell: createTell(clock, ({kind}) => kinds.push(kind)),
			run: async () => JSON.stringify({key: 'k', expires_in: seconds}),
		});
		await keys.find(provider({apiKeyCommand: 'print'}));
		expect(kinds).toHaveLength(told!);
	}
});

test('the command for a key gets ten seconds, and without expiry its key counts for a quarter of an hour', async () => {
	const clock = fakeClock();
	const limits: number[] = [];
	const run = async (_: string, timeoutMs: number) => {
		limits.push(timeoutMs);
		return 'key';
	};
	const keys = createKeys({env: {}, clock, tell, run});
	const asked = provider({apiKeyCommand: 'print'});
	await keys.find(asked);
	clock.advance(15 * 60_000 - 1);
	await keys.find(asked);
	expect(limits).toEqual([10_000]);
	clock.advance(1);
	await keys.find(asked);
	expect(limits).toEqual([10_000, 10_000]);
});
