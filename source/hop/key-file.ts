import {readFileSync} from 'node:fs';
import type {ParsedKey} from 'ssh2';
import type {Ssh2} from './load-ssh2.ts';

/** A key file that the config names, read as far as that is possible without its passphrase. */
export type KeyFile =
	| {readonly status: 'missing'}
	| {readonly status: 'unreadable'; readonly reason: string}
	/** A FIDO key, or a key of another type that ssh2 can't use. */
	| {readonly status: 'foreign'; readonly keyType: string}
	/** The file holds only a public key. It says which of the agent's keys to offer. */
	| {readonly status: 'public'; readonly publicKey: Buffer}
	| {readonly status: 'open'; readonly publicKey: Buffer; readonly key: ParsedKey}
	/** `publicKey` is null if the file has the old format and no `.pub` file lies beside it. */
	| {readonly status: 'encrypted'; readonly publicKey: Buffer | null; readonly text: string};

export function readKeyFile(path: string, {utils}: Ssh2): KeyFile {
	const text = readText(path);
	if (text === null) {
		const beside = readText(`${path}.pub`);
		return beside === null ? {status: 'missing'} : publicFile(beside);
	}
	const parsed = utils.parseKey(text);
	if (!(parsed instanceof Error)) {
		const [key = parsed] = Array.isArray(parsed) ? (parsed as readonly ParsedKey[]) : [parsed];
		const publicKey = key.getPublicSSH();
		return key.isPrivateKey() ? {status: 'open', publicKey, key} : {status: 'public', publicKey};
	}
	const publicKey = embeddedPublicKey(text) ?? blobOf(readText(`${path}.pub`) ?? text);
	const keyType = publicKey === null ? '' : typeOf(publicKey);
	if (keyType !== '' && !knownTypes.test(keyType)) {
		return {status: 'foreign', keyType};
	}
	return /encrypted|passphrase/i.test(parsed.message)
		? {status: 'encrypted', publicKey, text}
		: {status: 'unreadable', reason: parsed.message};
}

/** Whether ssh2 can sign with a key of this type. */
export function isKnownType(publicKey: Buffer): boolean {
	return knownTypes.test(typeOf(publicKey));
}

export function typeOf(publicKey: Buffer): string {
	return publicKey.length < 4 ? '' : publicKey.toString('latin1', 4, 4 + publicKey.readUInt32BE(0));
}

const knownTypes = /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521))$/;
const fileBytesMax = 65_536;

function publicFile(text: string): KeyFile {
	const publicKey = blobOf(text);
	return publicKey === null
		? {status: 'unreadable', reason: 'not a public key'}
		: {status: 'public', publicKey};
}

function readText(path: string): string | null {
	try {
		const text = readFileSync(path, 'utf8');
		return text.length > fileBytesMax ? null : text;
	} catch {
		return null;
	}
}

/** Reads the key from a line such as `ssh-ed25519 AAAA… comment`. */
function blobOf(line: string): Buffer | null {
	const blob = /^[\w@.-]+ (AAAA[\w+/=]+)/.exec(line.trim())?.[1];
	return blob === undefined ? null : Buffer.from(blob, 'base64');
}

/** OpenSSH's own format stores the public half unencrypted before the private one. */
function embeddedPublicKey(text: string): Buffer | null {
	const body = /-----BEGIN OPENSSH PRIVATE KEY-----([\w+/=\s]+)-----END/.exec(text)?.[1];
	const bytes = Buffer.from(body ?? '', 'base64');
	let position = openSshMagic.length;
	if (bytes.toString('latin1', 0, position) !== openSshMagic) {
		return null;
	}
	for (let field = 0; position + 4 <= bytes.length; field++) {
		// The fields are cipher, key derivation and its options. Then follows the number of keys, which
		// has no length prefix.
		if (field === 3) {
			position += 4;
		}
		const length = bytes.readUInt32BE(position);
		if (field === 3) {
			return bytes.subarray(position + 4, position + 4 + length);
		}
		position += 4 + length;
	}
	return null;
}

const openSshMagic = 'openssh-key-v1\0';
