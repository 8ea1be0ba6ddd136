import {expect, it} from 'vitest';
import {resolvePlace} from '../../source/mcp-client/secrets.ts';
import {readServerEntries} from '../../source/mcp-client/server-entry.ts';

const ports = {env: {MY_KEY: 'from-the-env-1'}, cwd: '/work', runCommand: async () => 'printed-12'};

async function secretsOf(value: object, origin: 'settings' | 'editor' = 'settings') {
	const [entry] = readServerEntries({one: value}, origin);
	const resolved = await resolvePlace({...entry!, place: entry!.place!}, ports);
	return resolved.ok ? resolved.value.secrets : resolved.failure;
}

const url = 'http://127.0.0.1:1/';
const bearer = {url, headers: {Authorization: 'Bearer written-out-1'}};

it.each([
	['a token after its scheme', bearer, ['Bearer written-out-1', 'written-out-1']],
	['a reference', {url, headers: {'X-A': `\${env:MY_KEY}`}}, ['from-the-env-1']],
	['a command', {command: 'x', env: {A: `\${command:y}`}}, ['printed-12']],
	['what only sounds like a secret', {command: 'x', env: {A_KEY: 'true'}}, []],
])('%s is known as a secret, alone and with what stands before it', async (_, value, secrets) => {
	expect(await secretsOf(value)).toEqual(secrets);
});

it('what an editor wrote out is known as a secret too', async () => {
	expect(await secretsOf(bearer, 'editor')).toContain('written-out-1');
});
