import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {homedir} from 'node:os';
import {basename, dirname, isAbsolute, join} from 'node:path';
import SshConfig, {glob} from 'ssh-config';
import {type HostName, problemWithHost} from './names.ts';
import type {RawSettings} from './settings.ts';
import type {SshSources} from './ssh-settings.ts';

/**
 * Reads the user's ssh config on a machine without ssh. Include is followed, `Match exec` is not
 * run, and missing keys get ssh's defaults.
 */
export function readConfigFile(
	target: HostName,
	{file, home}: {file: string; home: string},
): RawSettings {
	const config = SshConfig.parse(withIncludes(file, {home, depth: 0}));
	const computed = config.compute(
		{Host: target.name, ...(target.user === null ? {} : {User: target.user})},
		{ignoreCase: true, matchExec: false},
	);
	const values = new Map<string, readonly string[]>(Object.entries(defaultsFor(home)));
	for (const [key, value] of Object.entries(computed)) {
		values.set(key.toLowerCase(), wordsOf(key.toLowerCase(), value));
	}
	return values.set('hostname', [hostNameOf(values.get('hostname')?.[0], target.name)]);
}

/**
 * Lists the names after `Host`, in the order of the file. Patterns are left out, since they are no
 * names of hosts.
 */
export function hostsOf({
	env,
	configFile,
}: Pick<SshSources, 'env' | 'configFile'>): readonly string[] {
	const home = env['HOME'] || homedir();
	const text = withIncludes(configFile ?? join(home, '.ssh', 'config'), {home, depth: 0});
	const names = [...text.matchAll(/^[ \t]*host[ \t=]+(.+)$/gim)].flatMap(([, words = '']) =>
		(words.match(/"[^"]*"|\S+/g) ?? []).map(word => word.replaceAll('"', '')),
	);
	return [...new Set(names.filter(name => problemWithHost(name) === null && !/[*?!]/.test(name)))];
}

const includeDepthMax = 16;
const listed = new Set(['userknownhostsfile', 'globalknownhostsfile', 'setenv']);

function defaultsFor(home: string): Readonly<Record<string, readonly string[]>> {
	const own = join(home, '.ssh');
	return {
		identityfile: ['id_rsa', 'id_ecdsa', 'id_ecdsa_sk', 'id_ed25519', 'id_ed25519_sk'].map(name =>
			join(own, name),
		),
		userknownhostsfile: [join(own, 'known_hosts'), join(own, 'known_hosts2')],
		globalknownhostsfile: ['/etc/ssh/ssh_known_hosts', '/etc/ssh/ssh_known_hosts2'],
	};
}

function wordsOf(key: string, value: string | readonly string[]): readonly string[] {
	const values = typeof value === 'string' ? [value] : value;
	return listed.has(key)
		? values
				.flatMap(text => text.match(/(?:"[^"]*"|[^\s"])+/g) ?? [])
				.map(word => word.replaceAll('"', ''))
		: values;
}

/** Returns the value of HostName, in which only `%h` and `%%` are expanded. */
function hostNameOf(value: string | undefined, name: string): string {
	return (value ?? name).replace(/%([h%])/g, (_, token: string) => (token === 'h' ? name : '%'));
}

/** Inserts an included file at its Include line: its lines belong to the section around it. */
function withIncludes(file: string, {home, depth}: {home: string; depth: number}): string {
	if (depth > includeDepthMax || !existsSync(file)) {
		return '';
	}
	return readFileSync(file, 'utf8').replace(/^[ \t]*include[ \t=]+(.+)$/gim, (_, names: string) =>
		(names.match(/"[^"]*"|\S+/g) ?? [])
			.flatMap(name => filesOf(name.replaceAll('"', ''), home))
			.map(path => withIncludes(path, {home, depth: depth + 1}))
			.join('\n'),
	);
}

function filesOf(pattern: string, home: string): readonly string[] {
	const path = pattern.replace(/^~(?=\/)/, home);
	const whole = isAbsolute(path) ? path : join(home, '.ssh', path);
	if (!/[*?]/.test(whole)) {
		return [whole];
	}
	const folder = dirname(whole);
	return existsSync(folder)
		? readdirSync(folder)
				.filter(name => glob(basename(whole), name))
				.toSorted()
				.map(name => join(folder, name))
		: [];
}
