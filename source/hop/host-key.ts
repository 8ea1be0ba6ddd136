import {appendFileSync, existsSync, mkdirSync, readFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {type Failure, failed, type Result} from '../events/failure.ts';
import type {KeyRefusal} from '../events/hop.ts';
import type {HostId} from '../events/ids.ts';
import {fingerprintOf, keyTypeOf, pictureOf} from './fingerprint.ts';
import {keyRefusal, removals} from './key-refusal.ts';
import {
	checkKey,
	entriesFor,
	type KnownHost,
	knownHostsLine,
	type Lookup,
	parseKnownHosts,
	recordNameOf,
} from './known-hosts.ts';
import type {HopPorts} from './ports.ts';
import type {SshSettings} from './settings.ts';
import {systemOnly} from './unsupported.ts';

export type HostKeyCheck = {
	/**
	 * Key types on record for the host. We ask for these first, so that the host shows a known key.
	 */
	readonly knownTypes: readonly string[];
	readonly verify: (key: Buffer, signal: AbortSignal) => Promise<Result<void>>;
	/**
	 * A long connection exchanges keys again from time to time, and the host then shows its key
	 * again. Checks that it is the key that was accepted; returns null if none was accepted yet.
	 */
	readonly verifyAgain: (key: Buffer) => Result<void> | null;
};

/** Checks the host's key before anything is sent: it must be known, or the user must accept it. */
export function hostKeyCheck(host: HostId, options: HostKeyOptions): HostKeyCheck {
	const {settings} = options;
	const lookup = {hostName: settings.hostName, port: settings.port, alias: settings.hostKeyAlias};
	let acceptedKey: Buffer | null = null;
	return {
		knownTypes: entriesFor(entriesOf(settings), lookup)
			.filter(entry => entry.marker === null)
			.map(entry => entry.keyType),
		async verify(key, signal) {
			const result = await judge({...options, host, lookup, key, signal});
			acceptedKey = result.ok ? Buffer.from(key) : acceptedKey;
			return result;
		},
		verifyAgain(key) {
			if (acceptedKey === null) {
				return null;
			}
			const words = `${recordNameOf(lookup)} showed another key (${fingerprintOf(key)}) in the middle of a connection`;
			return acceptedKey.equals(key) ? accepted : refuse(failed('denied', words));
		},
	};
}

type HostKeyOptions = {readonly settings: SshSettings; readonly ports: HopPorts};

type Shown = HostKeyOptions & {
	readonly host: HostId;
	readonly lookup: Lookup;
	readonly key: Buffer;
	readonly signal: AbortSignal;
};

async function judge(shown: Shown): Promise<Result<void>> {
	const {settings, lookup, key} = shown;
	const tell = (why: KeyRefusal['why'], entries: readonly KnownHost[]) =>
		shown.ports.onKeyRefused?.(shown.host, keyRefusal(why, {lookup, key, entries}));
	const verdict = checkKey(entriesOf(settings), {lookup, key});
	switch (verdict.status) {
		case 'known':
			return accepted;
		case 'changed':
			tell('changed', verdict.entries);
			return refuse(changed(verdict.entries, {lookup, key}));
		case 'revoked':
			tell('revoked', [verdict.entry]);
			return refuse(revoked(verdict.entry, {lookup, key}));
		case 'certificate':
			return refuse(byAuthority(verdict.entry, lookup));
		case 'unknown':
			return acceptUnknown(shown, verdict.alsoKnownAs);
	}
}

function entriesOf({userKnownHosts, globalKnownHosts}: SshSettings): readonly KnownHost[] {
	return [...userKnownHosts, ...globalKnownHosts].flatMap(readEntries);
}

const accepted = {ok: true, value: undefined} as const;

function refuse(failure: Failure): Result<void> {
	return {ok: false, failure};
}

async function acceptUnknown(
	{host, settings, ports, lookup, key, signal}: Shown,
	alsoKnownAs: readonly string[],
): Promise<Result<void>> {
	const name = recordNameOf(lookup);
	const [file = null] = settings.userKnownHosts.filter(path => path !== '/dev/null');
	const keyType = keyTypeOf(key);
	const fingerprint = fingerprintOf(key);
	if (settings.hostKeyPolicy === 'refuse') {
		ports.onKeyRefused?.(host, keyRefusal('unknown', {lookup, key, file}));
		return refuse(
			failed(
				'denied',
				`${name} is in no known_hosts, and StrictHostKeyChecking is yes: refused. Its key is ${fingerprint}`,
			),
		);
	}
	const isAccepted =
		settings.hostKeyPolicy === 'accept-new' ||
		(await ports.askHostKey(
			{host, name, keyType, fingerprint, picture: pictureOf(key), file, alsoKnownAs},
			signal,
		));
	if (!isAccepted) {
		return refuse(failed('denied', `The key of ${name} (${fingerprint}) was not accepted`));
	}
	return file === null
		? accepted
		: remember(file, knownHostsLine(name, {key, keyType, isHashed: settings.hashesKnownHosts}));
}

function remember(file: string, line: string): Result<void> {
	try {
		mkdirSync(dirname(file), {recursive: true, mode: 0o700});
		const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
		const start = text === '' || text.endsWith('\n') ? '' : '\n';
		appendFileSync(file, start + line, {mode: 0o600});
		return accepted;
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		return refuse(failed('storage', `The accepted key can't be written down: ${why}`));
	}
}

function readEntries(path: string): readonly KnownHost[] {
	try {
		return parseKnownHosts({path, text: readFileSync(path, 'utf8')});
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
			return [];
		}
		throw error;
	}
}

function changed(
	entries: readonly KnownHost[],
	{lookup, key}: {lookup: Lookup; key: Buffer},
): Failure {
	const name = recordNameOf(lookup);
	const places = entries.map(
		entry => `${entry.file}:${entry.line} ${entry.keyType} ${fingerprintOf(entry.key)}`,
	);
	const mends = removals(name, entries);
	return failed(
		'denied',
		`The key of ${name} has changed: somebody may be listening in. Refused. ` +
			`If its administrator says that the new key is right: ${mends.join('; ')}`,
		[`on record: ${places.join(', ')}`, `shown now: ${keyTypeOf(key)} ${fingerprintOf(key)}`].join(
			'\n',
		),
	);
}

function revoked(entry: KnownHost, {lookup, key}: {lookup: Lookup; key: Buffer}): Failure {
	return failed(
		'denied',
		`The key of ${recordNameOf(lookup)} (${fingerprintOf(key)}) is marked as revoked in ` +
			`${entry.file}:${entry.line}. Refused`,
	);
}

function byAuthority(entry: KnownHost, lookup: Lookup): Failure {
	return systemOnly(
		`${recordNameOf(lookup)} is vouched for by a certificate authority ` +
			`(${entry.file}:${entry.line}), and host certificates are checked by ssh itself`,
	);
}
