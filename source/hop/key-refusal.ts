import {readFileSync} from 'node:fs';
import type {KeyRefusal} from '../events/hop.ts';
import {neutralise} from '../text/neutralise.ts';
import {fingerprintOf, keyTypeOf} from './fingerprint.ts';
import {
	type KnownHost,
	knownHostsLine,
	type Lookup,
	parseKnownHosts,
	recordNameOf,
} from './known-hosts.ts';

/** Explains a refused host key to the person, with commands that the person may run. */
export function keyRefusal(
	why: KeyRefusal['why'],
	{
		lookup,
		key,
		entries = [],
		file = null,
	}: {lookup: Lookup; key: Buffer; entries?: readonly KnownHost[]; file?: string | null},
): KeyRefusal {
	const name = recordNameOf(lookup);
	const keyType = keyTypeOf(key);
	const line = knownHostsLine(name, {key, keyType, isHashed: false}).trimEnd();
	const remedies = {
		changed: removals(name, entries),
		unknown: file === null ? [] : [`echo ${quoted(line)} >> ${quoted(file)}`],
		revoked: [],
	};
	return {
		name,
		why,
		shown: {keyType, fingerprint: fingerprintOf(key)},
		known: entries.map(onRecord),
		remedies: remedies[why],
	};
}

/** Commands that remove the stored keys of the host, so that the next connection asks again. */
export function removals(name: string, entries: readonly KnownHost[]): readonly string[] {
	const files = [...new Set(entries.map(entry => entry.file))];
	return files.map(file => `ssh-keygen -R ${quoted(name)} -f ${quoted(file)}`);
}

function onRecord(entry: KnownHost): KeyRefusal['known'][number] {
	const {keyType, key, file, line} = entry;
	return {keyType, fingerprint: fingerprintOf(key), place: `${file}:${line}`};
}

/**
 * Recognises a refused host key in the messages of the system's ssh; null if they are about
 * something else.
 */
export function refusalFromWords(words: string): KeyRefusal | null {
	const [, keyType, fingerprint] =
		/fingerprint for the (\S+) key sent by the remote host is\s+(SHA256:[\w+/=]+)/.exec(words) ??
		[];
	const [, file, line] = /Offending .*?key in (.+):(\d+)\s*$/m.exec(words) ?? [];
	const name = /Host key for (\S+) has changed/.exec(words)?.[1];
	if (!keyType || !fingerprint || !file || !name) {
		return null;
	}
	const entries = entriesAt(file, Number(line));
	return {
		name: neutralise(name),
		why: 'changed',
		shown: {keyType, fingerprint},
		known: entries.map(onRecord),
		remedies: removals(name, entries),
	};
}

function entriesAt(path: string, line: number): readonly KnownHost[] {
	try {
		const text = readFileSync(path, 'utf8');
		return parseKnownHosts({path, text}).filter(entry => entry.line === line);
	} catch {
		return [];
	}
}

function quoted(text: string): string {
	return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
