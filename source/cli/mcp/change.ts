import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {readServerEntries} from '../../mcp-client/server-entry.ts';
import {soundsSecret} from '../../platform/secret-names.ts';
import {setSetting} from '../../storage/set-setting.ts';
import {readSettings} from '../../storage/settings.ts';
import type {CliCall, CliContext} from '../context.ts';
import {flagText, flagTexts} from '../parsed.ts';

/** `agent-tui mcp add NAME -- COMMAND…`, `agent-tui mcp add NAME URL`. */
export async function addServer(call: CliCall, cli: CliContext): Promise<number> {
	const [, name = '', ...words] = call.words;
	const known = readSettings(cli.folders.config).settings.mcpServers;
	const entry = entryOf(words, call);
	const problem = wrongName(name) ?? (typeof entry === 'string' ? entry : problemOf(name, entry));
	if (problem !== null) {
		cli.complain(`agent-tui: ${problem}\n`);
		return 2;
	}
	if (Object.hasOwn(known, name)) {
		cli.complain(`agent-tui: "${name}" is there already. First: agent-tui mcp remove ${name}\n`);
		return 1;
	}
	warnOfSecrets(entry as JsonObject, cli);
	return store(cli, {
		name,
		text: JSON.stringify(entry),
		done: `Added. Try it: agent-tui mcp test ${name}`,
	});
}

/** `agent-tui mcp remove NAME`. */
export async function removeServer(call: CliCall, cli: CliContext): Promise<number> {
	const [, name = ''] = call.words;
	if (!Object.hasOwn(readSettings(cli.folders.config).settings.mcpServers, name)) {
		cli.complain(`agent-tui: there is no MCP server "${name}".\n`);
		return 2;
	}
	const problem = wrongName(name);
	if (problem !== null) {
		cli.complain(`agent-tui: ${problem} Remove it by hand: agent-tui config edit\n`);
		return 2;
	}
	return store(cli, {name, text: 'null', done: `Removed ${name}.`});
}

async function store(
	cli: CliContext,
	{name, text, done}: {name: string; text: string; done: string},
): Promise<number> {
	const folder = cli.folders.config;
	const changed = await setSetting({folder, key: `mcpServers.${name}`, text});
	cli.complain(changed.ok ? `${done}\n` : `agent-tui: ${changed.failure.message}\n`);
	return changed.ok ? 0 : 1;
}

export function wrongName(name: string): string | null {
	return /^[A-Za-z0-9_-]{1,64}$/.test(name)
		? null
		: `"${name}" can't be a name: it takes letters, digits, _ and -.`;
}

function entryOf(words: readonly string[], {flags}: CliCall): JsonObject | string {
	const [first, ...args] = words;
	if (first === undefined) {
		return 'say what it is: agent-tui mcp add NAME -- COMMAND…, or agent-tui mcp add NAME URL';
	}
	const isUrl = /^https?:\/\//.test(first);
	const env = pairsOf(flagTexts(flags, 'env'), '=');
	const headers = pairsOf(flagTexts(flags, 'header'), ':');
	if (env === null || headers === null) {
		return 'write --env NAME=VALUE and --header "Name: value"';
	}
	const host = flagText(flags, 'on');
	return isUrl
		? {url: first, ...(Object.keys(headers).length > 0 && {headers})}
		: {
				command: first,
				...(args.length > 0 && {args}),
				...(Object.keys(env).length > 0 && {env}),
				...(host !== undefined && {host}),
			};
}

function pairsOf(texts: readonly string[], mark: '=' | ':'): Record<string, string> | null {
	const pairs = texts.map(text => {
		const at = text.indexOf(mark);
		return at < 1 ? null : ([text.slice(0, at).trim(), text.slice(at + 1).trim()] as const);
	});
	return pairs.includes(null)
		? null
		: Object.fromEntries(pairs as readonly (readonly [string, string])[]);
}

function problemOf(name: string, entry: JsonObject): string | null {
	return readServerEntries({[name]: entry}, 'settings')[0]?.problem ?? null;
}

export function warnOfSecrets(entry: JsonObject, {complain}: Pick<CliContext, 'complain'>): void {
	for (const name of secretsIn(entry)) {
		const better = `\${env:${name
			.replace(/^-+/, '')
			.replaceAll('-', '_')
			.toUpperCase()}} or \${command:…}`;
		complain(`agent-tui: ${name} now stands in config.json as it is; ${better} keeps it out.\n`);
	}
}

/** Fields of an entry with named values, as the different clients write them. */
const valueFields = ['env', 'environment', 'headers', 'http_headers'];

/** The names of what probably are secrets and stand in the entry as they are. */
export function secretsIn(entry: JsonObject): readonly string[] {
	const named = valueFields.flatMap(field => {
		const values = entry[field];
		return isJsonObject(values) ? Object.entries(values) : [];
	});
	return [...named, ...optionsIn(entry)].flatMap(([name, value]) =>
		soundsSecret.test(name) && !String(value).includes('${') ? [name] : [],
	);
}

/** The options of the command line with their values: `--key abc` and `--key=abc`. */
function optionsIn({command, args}: JsonObject): readonly (readonly [string, string])[] {
	const words = [command, args].flat().map(String);
	return words.flatMap((word, index) => {
		const [, name = '', given] = /^(--?[A-Za-z][\w-]*)(?:=(.+))?$/.exec(word) ?? [];
		const value = given ?? words[index + 1];
		return name === '' || value === undefined || (given === undefined && value.startsWith('-'))
			? []
			: [[name, value] as const];
	});
}
