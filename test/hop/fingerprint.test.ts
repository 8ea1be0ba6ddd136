import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {fingerprintOf, keyTypeOf, pictureOf} from '../../source/hop/fingerprint.ts';
import {describeWithSshd, makeKey} from '../helpers/ssh-lab.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

describeWithSshd('a fingerprint', () => {
	it.each(['ed25519', 'ecdsa', 'rsa'])('of %s and its picture are ssh-keygen’s', type => {
		const file = makeKey(temporaryFolder(), {name: 'key', type});
		const [keyType, blob = ''] = readFileSync(`${file}.pub`, 'utf8').split(' ');
		const key = Buffer.from(blob, 'base64');
		const printed = execFileSync('ssh-keygen', ['-lvf', file], {encoding: 'utf8'});
		const [line, ...picture] = printed.trimEnd().split('\n');
		expect(line).toContain(fingerprintOf(key));
		expect(pictureOf(key)).toEqual(picture);
		expect(keyTypeOf(key)).toBe(keyType);
	});

	it('of 300 keys have the pictures that ssh-keygen draws, also where a walk ends at its start', () => {
		const keys = Array.from({length: 300}, (_, number) => keyNumbered(number));
		const file = join(temporaryFolder(), 'keys.pub');
		writeFileSync(file, keys.map(key => `ssh-ed25519 ${key.toString('base64')}\n`).join(''));
		const printed = execFileSync('ssh-keygen', ['-lvf', file], {encoding: 'utf8'});
		const pictures = keys.map(key => pictureOf(key).join('\n'));
		expect(
			pictures.filter(picture => !picture.replace('[SHA256]', '').includes('S')).length,
		).toBeGreaterThan(0);
		const drawn = printed.split('\n').filter(line => /^[+|]/.test(line));
		expect(pictures.join('\n')).toBe(drawn.join('\n'));
	});
});

/** Fingerprints ask nothing of a key but its bytes. */
function keyNumbered(number: number): Buffer {
	const bytes = Buffer.alloc(32);
	bytes.writeUInt32BE(number);
	return Buffer.concat(
		[Buffer.from('ssh-ed25519'), bytes].map(field => {
			const length = Buffer.alloc(4);
			length.writeUInt32BE(field.length);
			return Buffer.concat([length, field]);
		}),
	);
}
