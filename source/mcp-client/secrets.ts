import {failed, type Result} from '../events/failure.ts';
import type {Environment} from '../platform/folders.ts';
import {soundsSecret} from '../platform/secret-names.ts';
import type {ServerEntry, ServerPlace} from './server-entry.ts';

export type ReferencePorts = {
	readonly env: Environment;
	/** The folder that the session works in. */
	readonly cwd: string;
	/**
	 * Runs a command of the settings. Resolves to its output, which is a secret; null if it fails.
	 */
	readonly runCommand: (command: string) => Promise<string | null>;
};

/**
 * A server's place in which every reference is replaced. Never log or show it: it holds secrets.
 */
export type ResolvedPlace = {
	readonly place: ServerPlace;
	/** The secrets in `place`, to be hidden by the redactor. */
	readonly secrets: readonly string[];
};

/**
 * Replaces `${env:NAME}`, `${command:…}`, `${workspaceFolder}` and, as other clients write it,
 * `${NAME}` and `${NAME:-default}`. Fails if a reference has no value: a server must not be started
 * with an empty key.
 */
export async function resolvePlace(
	{name, place, origin}: ServerEntry & {readonly place: ServerPlace},
	ports: ReferencePorts,
): Promise<Result<ResolvedPlace>> {
	const secrets = new Set<string>();
	const resolve = (text: string) => resolveText(text, {ports, origin, secrets});
	try {
		const values = place.type === 'stdio' ? place.env : place.headers;
		const resolved: Record<string, string> = {};
		for (const [key, value] of Object.entries(values)) {
			resolved[key] = await resolve(value);
			if (soundsSecret.test(key)) {
				secrets.add(resolved[key]);
				const [, bare] = afterScheme.exec(resolved[key]) ?? [];
				bare && secrets.add(bare);
			}
		}
		return {
			ok: true,
			value: {
				place: await replaceIn(place, resolved, resolve),
				// A short value, such as 1 or true, occurs everywhere and is no secret.
				secrets: [...secrets].filter(secret => secret.length >= secretLengthMin),
			},
		};
	} catch (error) {
		const why = error instanceof WrongReference ? error.message : 'a reference can’t be read';
		return {ok: false, failure: failed('bad-input', `mcpServers.${name}: ${why}.`)};
	}
}

/** In `Bearer abc`, the secret is `abc`: a server may repeat that alone. */
const afterScheme = /^[A-Za-z-]+\s+(\S+)$/;

const secretLengthMin = 8;
/**
 * Variables whose values are no secrets: they occur everywhere, and results without them would be
 * unreadable.
 */
const openVariables = new Set([
	'HOME',
	'USER',
	'LOGNAME',
	'PATH',
	'PWD',
	'SHELL',
	'TMPDIR',
	'LANG',
]);

async function replaceIn(
	place: ServerPlace,
	values: Readonly<Record<string, string>>,
	resolve: (text: string) => Promise<string>,
): Promise<ServerPlace> {
	if (place.type === 'http') {
		const {clientSecret} = place;
		const secret = clientSecret === null ? null : await resolve(clientSecret);
		return {...place, url: await resolve(place.url), headers: values, clientSecret: secret};
	}
	const args: string[] = [];
	for (const word of place.args) {
		args.push(await resolve(word));
	}
	return {
		...place,
		command: await resolve(place.command),
		args,
		cwd: place.cwd === null ? null : await resolve(place.cwd),
		env: values,
	};
}

type Resolving = {
	readonly ports: ReferencePorts;
	readonly origin: ServerEntry['origin'];
	readonly secrets: Set<string>;
};

class WrongReference extends Error {}

const reference = /\$\{([^}]*)\}/g;

/**
 * Returns the text with all references replaced. An entry that an editor brings is used as it is,
 * since the editor has replaced its own references.
 */
async function resolveText(text: string, resolving: Resolving): Promise<string> {
	if (resolving.origin === 'editor') {
		return text;
	}
	let out = '';
	let told = 0;
	for (const match of text.matchAll(reference)) {
		out += text.slice(told, match.index) + (await secretOf(match[1] ?? '', resolving));
		told = match.index + match[0].length;
	}
	return out + text.slice(told);
}

async function secretOf(words: string, {ports, origin, secrets}: Resolving): Promise<string> {
	if (words === 'workspaceFolder') {
		return ports.cwd;
	}
	if (words.startsWith('command:')) {
		if (origin === 'folder') {
			throw new WrongReference('a file of the folder may not name a command that prints a secret');
		}
		const output = (await ports.runCommand(words.slice('command:'.length)))?.trim() ?? '';
		if (output === '') {
			throw new WrongReference(`its \${command:…} gave nothing`);
		}
		secrets.add(output);
		return output;
	}
	const [, variable, standard] = /^(?:env:)?([A-Za-z_]\w*)(?::-(.*))?$/.exec(words) ?? [];
	if (variable === undefined) {
		throw new WrongReference(`\${${words}} is not known here; use \${env:NAME} or \${command:…}`);
	}
	const value = ports.env[variable] ?? standard;
	if (value === undefined) {
		throw new WrongReference(`the environment variable ${variable} is not set`);
	}
	if (!openVariables.has(variable)) {
		secrets.add(value);
	}
	return value;
}
