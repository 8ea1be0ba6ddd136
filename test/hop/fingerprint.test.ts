import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
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
});
