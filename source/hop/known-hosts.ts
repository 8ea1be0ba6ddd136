import {createHmac, randomBytes} from 'node:crypto';

/**
 * What known_hosts says about a host's key. The rules are OpenSSH's, with one difference: if the
 * host shows another type of key than those on record, it counts as changed, not as new.
 */
export type HostKeyStatus =
	| {readonly status: 'known'}
	| {readonly status: 'unknown'; readonly alsoKnownAs: readonly string[]}
	| {readonly status: 'changed'; readonly entries: readonly KnownHost[]}
	| {readonly status: 'revoked'; readonly entry: KnownHost}
	/** A certificate authority vouches for the host; only a host certificate can confirm that. */
	| {readonly status: 'certificate'; readonly entry: KnownHost};

export type KnownHost = {
	readonly file: string;
	readonly line: number;
	readonly marker: 'revoked' | 'authority' | null;
	readonly patterns: readonly string[];
	readonly keyType: string;
	readonly key: Buffer;
};

export type KnownHostsFile = {readonly path: string; readonly text: string};

export function parseKnownHosts({path, text}: KnownHostsFile): readonly KnownHost[] {
	return text.split('\n').flatMap((line, index) => {
		const fields = line.trim().split(/\s+/);
		const marker = markers[fields[0] ?? ''] ?? null;
		const [patterns = '', keyType = '', blob = ''] = marker === null ? fields : fields.slice(1);
		return patterns === '' || patterns.startsWith('#') || blob === ''
			? []
			: [
					{
						file: path,
						line: index + 1,
						marker,
						patterns: patterns.split(','),
						keyType,
						key: Buffer.from(blob, 'base64'),
					},
				];
	});
}

export type Lookup = {
	readonly hostName: string;
	readonly port: number;
	/** The value of HostKeyAlias, which replaces both name and port. */
	readonly alias: string | null;
};

/** The name under which known_hosts lists the host. */
export function recordNameOf({hostName, port, alias}: Lookup): string {
	return (alias ?? (port === usualPort ? hostName : `[${hostName}]:${port}`)).toLowerCase();
}

export function checkKey(
	entries: readonly KnownHost[],
	{lookup, key}: {lookup: Lookup; key: Buffer},
): HostKeyStatus {
	const same = entries.filter(entry => entry.key.equals(key));
	const revoked = same.find(entry => entry.marker === 'revoked');
	if (revoked) {
		return {status: 'revoked', entry: revoked};
	}
	const matching = entriesFor(entries, lookup);
	const plain = matching.filter(entry => entry.marker === null);
	if (plain.some(entry => entry.key.equals(key)) || isKnownWithoutPort(same, lookup)) {
		return {status: 'known'};
	}
	if (plain.length > 0) {
		return {status: 'changed', entries: plain};
	}
	const authority = matching.find(entry => entry.marker === 'authority');
	return authority
		? {status: 'certificate', entry: authority}
		: {status: 'unknown', alsoKnownAs: namesOf(same)};
}

export function entriesFor(entries: readonly KnownHost[], lookup: Lookup): readonly KnownHost[] {
	const name = recordNameOf(lookup);
	return entries.filter(entry => matches(entry.patterns, name));
}

/** Returns the line to append to known_hosts. The host's name is hashed if the settings say so. */
export function knownHostsLine(
	name: string,
	{key, keyType, isHashed}: {key: Buffer; keyType: string; isHashed: boolean},
): string {
	return `${isHashed ? hashedName(name) : name} ${keyType} ${key.toString('base64')}\n`;
}

const usualPort = 22;

const markers: Readonly<Record<string, 'revoked' | 'authority'>> = {
	'@revoked': 'revoked',
	'@cert-authority': 'authority',
};

/** Like OpenSSH, accepts a key on a custom port if the same key is on record without a port. */
function isKnownWithoutPort(same: readonly KnownHost[], lookup: Lookup): boolean {
	return (
		lookup.alias === null &&
		lookup.port !== usualPort &&
		entriesFor(same, {...lookup, port: usualPort}).some(entry => entry.marker === null)
	);
}

function matches(patterns: readonly string[], name: string): boolean {
	const positive = patterns.filter(pattern => !pattern.startsWith('!'));
	const negative = patterns.filter(pattern => pattern.startsWith('!'));
	return (
		!negative.some(pattern => matchesOne(pattern.slice(1), name)) &&
		positive.some(pattern => matchesOne(pattern, name))
	);
}

function matchesOne(pattern: string, name: string): boolean {
	if (pattern.startsWith('|1|')) {
		const [, , salt = '', hash = ''] = pattern.split('|');
		return hashOf(name, Buffer.from(salt, 'base64')) === hash;
	}
	return matchesWildcards(pattern.toLowerCase(), name);
}

/** Matches `*` and `?` without a regular expression, which a long pattern could make slow. */
function matchesWildcards(pattern: string, name: string): boolean {
	let reachable = new Set([0]);
	for (const symbol of pattern) {
		const next = new Set<number>();
		for (const position of reachable) {
			if (symbol === '*') {
				for (let after = position; after <= name.length; after++) {
					next.add(after);
				}
			} else if (position < name.length && (symbol === '?' || symbol === name[position])) {
				next.add(position + 1);
			}
		}
		reachable = next;
	}
	return reachable.has(name.length);
}

function namesOf(entries: readonly KnownHost[]): readonly string[] {
	return entries
		.filter(entry => entry.marker === null)
		.flatMap(entry => entry.patterns)
		.map(pattern => (pattern.startsWith('|1|') ? '(a hashed name)' : pattern));
}

function hashedName(name: string): string {
	const salt = randomBytes(20);
	return `|1|${salt.toString('base64')}|${hashOf(name, salt)}`;
}

function hashOf(name: string, salt: Buffer): string {
	return createHmac('sha1', salt).update(name).digest('base64');
}
