import {createHash} from 'node:crypto';
import {isAbsolute, join} from 'node:path';
import type {Environment} from '../platform/folders.ts';

/** The values for `%` tokens, `~` and `${NAME}` in an ssh config. */
export type Expansions = {
	readonly home: string;
	readonly localUser: string;
	readonly localName: string;
	readonly env: Environment;
};

export type HostNames = {
	readonly alias: string;
	readonly hostName: string;
	readonly port: number;
	readonly user: string;
};

type Meaning = {readonly names: HostNames; readonly place: Expansions};

export function expandTokens(text: string, {names, place}: Meaning): string {
	const {alias, hostName, port, user} = names;
	const meanings: Readonly<Record<string, string>> = {
		'%%': '%',
		'%h': hostName,
		'%n': alias,
		'%k': alias,
		'%p': String(port),
		'%r': user,
		'%u': place.localUser,
		'%d': place.home,
		'%l': place.localName,
		'%L': place.localName.split('.')[0] ?? '',
		'%C': createHash('sha1').update(`${place.localName}${hostName}${port}${user}`).digest('hex'),
	};
	return text.replace(/%./g, token => meanings[token] ?? token);
}

/** Resolves a path of the config. Relative paths start at `~/.ssh`. */
export function expandPath(text: string, meaning: Meaning): string {
	const {home, env} = meaning.place;
	const named = expandTokens(text, meaning).replace(
		/\$\{(\w+)\}/g,
		(whole, name: string) => env[name] ?? whole,
	);
	const whole = named === '~' || named.startsWith('~/') ? join(home, named.slice(1)) : named;
	return isAbsolute(whole) ? whole : join(home, '.ssh', whole);
}
