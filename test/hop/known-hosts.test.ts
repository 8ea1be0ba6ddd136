import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {
	checkKey,
	knownHostsLine,
	type Lookup,
	parseKnownHosts,
	recordNameOf,
} from '../../source/hop/known-hosts.ts';
import {describeWithSshd} from '../helpers/ssh-lab.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const keyNamed = (name: string, type = 'ssh-ed25519') => {
	const field = (text: string) => {
		const bytes = Buffer.from(text);
		const length = Buffer.alloc(4);
		length.writeUInt32BE(bytes.length);
		return Buffer.concat([length, bytes]);
	};
	return Buffer.concat([field(type), field(name)]);
};
const a = keyNamed('a');
const b = keyNamed('b');
const rsa = keyNamed('a', 'ssh-rsa');
const blob = (key: Buffer) => key.toString('base64');
const web = {hostName: 'web', port: 22, alias: null};

const statusOf = (text: string, {key = a, lookup = web}: {key?: Buffer; lookup?: Lookup} = {}) =>
	checkKey(parseKnownHosts({path: 'known_hosts', text}), {lookup, key}).status;

describe('known_hosts', () => {
	it.each([
		['nothing', '', 'unknown'],
		['a comment', `# web ssh-ed25519 ${blob(a)}`, 'unknown'],
		['the key', `web ssh-ed25519 ${blob(a)} comment`, 'known'],
		['the key in capitals', `WEB ssh-ed25519 ${blob(a)}`, 'known'],
		['the key among names', `other,web ssh-ed25519 ${blob(a)}`, 'known'],
		['a wildcard', `w?* ssh-ed25519 ${blob(a)}`, 'known'],
		['a wildcard that excludes it', `*,!web ssh-ed25519 ${blob(a)}`, 'unknown'],
		['only an exclusion', `!other ssh-ed25519 ${blob(a)}`, 'unknown'],
		['another key', `web ssh-ed25519 ${blob(b)}`, 'changed'],
		['another type of key', `web ssh-rsa ${blob(rsa)}`, 'changed'],
		['both', `web ssh-ed25519 ${blob(b)}\nweb ssh-ed25519 ${blob(a)}`, 'known'],
		['the key of another host', `other ssh-ed25519 ${blob(a)}`, 'unknown'],
		['the key revoked', `web ssh-ed25519 ${blob(a)}\n@revoked * ssh-ed25519 ${blob(a)}`, 'revoked'],
		[
			'another key revoked',
			`web ssh-ed25519 ${blob(a)}\n@revoked * ssh-ed25519 ${blob(b)}`,
			'known',
		],
		['an authority', `@cert-authority * ssh-ed25519 ${blob(b)}`, 'certificate'],
		[
			'an authority, and the key',
			`@cert-authority * ssh-ed25519 ${blob(b)}\nweb x ${blob(a)}`,
			'known',
		],
		['an authority of others', `@cert-authority *.example ssh-ed25519 ${blob(b)}`, 'unknown'],
		['half a line', 'web ssh-ed25519', 'unknown'],
		['lines of Windows', `web ssh-ed25519 ${blob(a)}\r\n`, 'known'],
	])('with %s', (_, text, status) => {
		expect(statusOf(text)).toBe(status);
	});

	it('knows a port by brackets, and takes the same key of the usual port', () => {
		const lookup = {...web, port: 2222};
		expect(recordNameOf(lookup)).toBe('[web]:2222');
		expect(statusOf(`[web]:2222 x ${blob(a)}`, {lookup})).toBe('known');
		expect(statusOf(`web x ${blob(a)}`, {lookup})).toBe('known');
		expect(statusOf(`web x ${blob(b)}`, {lookup})).toBe('unknown');
		expect(statusOf(`[web]:2222 x ${blob(a)}`)).toBe('unknown');
	});

	it('looks a HostKeyAlias up instead of name and port', () => {
		const lookup = {...web, port: 2222, alias: 'fleet'};
		expect(statusOf(`fleet x ${blob(a)}`, {lookup})).toBe('known');
		expect(statusOf(`web x ${blob(a)}`, {lookup})).toBe('unknown');
	});

	it('tells under which other names an unknown key is known', () => {
		const entries = parseKnownHosts({path: 'f', text: `old,10.0.0.1 x ${blob(a)}`});
		expect(checkKey(entries, {lookup: web, key: a})).toEqual({
			status: 'unknown',
			alsoKnownAs: ['old', '10.0.0.1'],
		});
	});

	it('tells file and line of what stands in the way', () => {
		const entries = parseKnownHosts({path: 'f', text: `\n\nweb x ${blob(b)}`});
		expect(checkKey(entries, {lookup: web, key: a})).toMatchObject({
			entries: [{file: 'f', line: 3}],
		});
	});

	it('does not choke on a long pattern', () => {
		const pattern = `${'*a'.repeat(200)}b`;
		const lookup = {...web, hostName: 'a'.repeat(250)};
		expect(statusOf(`${pattern} x ${blob(a)}`, {lookup})).toBe('unknown');
	});
});

describeWithSshd('a line of ours', () => {
	it.each([true, false])('is read by ssh-keygen and by us, hashed: %s', isHashed => {
		const file = join(temporaryFolder(), 'known_hosts');
		writeFileSync(file, knownHostsLine('[web]:2222', {key: a, keyType: 'ssh-ed25519', isHashed}));
		const text = readFileSync(file, 'utf8');
		expect(text.startsWith('|1|')).toBe(isHashed);
		expect(statusOf(text, {lookup: {...web, port: 2222}})).toBe('known');
		expect(statusOf(text)).toBe('unknown');
		const found = execFileSync('ssh-keygen', ['-F', '[web]:2222', '-f', file], {encoding: 'utf8'});
		expect(found).toContain('found: line 1');
	});
});
