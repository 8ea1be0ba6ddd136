import {expect, test} from 'vitest';
import {createKeys} from '../../../source/proxy/route/keys.ts';
import {providerOf} from '../../../source/proxy/route/provider.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const provider = (key: object) => providerOf({name: 'p', kind: 'openai-chat', ...key});

test('a key is found where the settings say', async () => {
	const keys = createKeys({
		env: {P: 'from-env'},
		clock: fakeClock(),
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
	const keys = createKeys({env: {}, clock, run});
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
	const keys = createKeys({env: {}, clock: fakeClock(), run});
	const asked = provider({apiKeyCommand: 'print'});
	expect(await keys.find(asked)).toMatchObject({ok: false, failure: {status: 401}});
	expect(await keys.find(asked)).toEqual({ok: true, value: 'key'});
});

test('a key from the environment can not be renewed', () => {
	const keys = createKeys({env: {P: 'x'}, clock: fakeClock(), run: async () => null});
	expect(keys.renew(provider({apiKeyEnv: 'P'}))).toBe(false);
});
