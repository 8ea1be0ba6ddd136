import {type Draft, type Range, replace} from './draft.ts';
import {rank} from './fuzzy.ts';

/**
 * What can complete the word at the caret: a command at the very start, a host after `/hop`, a file
 * after `@`, or a file on another machine: `@web:/srv/app`.
 */
export type Completion = Range & {
	readonly type: 'command' | 'host' | 'mention';
	readonly query: string;
};

const suggestionsMax = 50;

export function completionAt(draft: Pick<Draft, 'text' | 'caret' | 'anchor'>): Completion | null {
	const {text, caret, anchor} = draft;
	if (anchor !== null && anchor !== caret) {
		return null;
	}
	const before = text.slice(0, caret);
	const command = /^\/([\w:-]*)$/.exec(before);
	if (command) {
		const rest = /^[\w:-]*/.exec(text.slice(caret))![0];
		return {type: 'command', query: command[1]!, from: 0, to: caret + rest.length};
	}
	const [, start, host] = /^(\/hop[ \t]+)(\S*)$/.exec(before) ?? [];
	if (start !== undefined && host !== undefined) {
		const rest = /^\S*/.exec(text.slice(caret))![0];
		return {type: 'host', query: host, from: start.length, to: caret + rest.length};
	}
	const mention = /(?:^|[\s([{'"`])@(?:"((?:[^"\\\n]|\\.)*\\?)|([^\s"@]*))$/.exec(before);
	if (!mention) {
		return null;
	}
	const [whole, quoted, bare = ''] = mention;
	const query = quoted === undefined ? bare : quoted.replaceAll(/\\(.)/g, '$1');
	return {type: 'mention', query, from: mention.index + whole.indexOf('@'), to: caret};
}

export type Named = {readonly name: string; readonly summary: string};

/** Returns the commands that fit a query. Those that begin with the query come first. */
export function suggestCommands<Command extends Named>(
	query: string,
	commands: readonly Command[],
): readonly Command[] {
	const starts = commands.filter(command => command.name.startsWith(query));
	const others = commands.filter(command => !command.name.startsWith(query));
	return [...starts, ...rank(query, others, command => command.name)].slice(0, suggestionsMax);
}

/**
 * Returns the hosts that begin with the query. Names that are only similar are left out, because
 * they would be other machines.
 */
export function suggestHosts(query: string, hosts: readonly string[]): readonly string[] {
	return [...new Set(hosts)].filter(host => host.startsWith(query) && host !== query);
}

/** Splits `web:/srv/ap` into host, folder and the rest; null if the query names no machine. */
export function farFolder(
	query: string,
): {readonly host: string; readonly folder: string; readonly name: string} | null {
	const [, host, folder = '', name = ''] = /^([^\s:/]+):(.*\/)?([^/]*)$/s.exec(query) ?? [];
	return host === undefined ? null : {host, folder, name};
}

/** Returns the paths that fit a query, the best first. Without a query, all in the given order. */
export function suggestPaths(query: string, paths: readonly string[]): readonly string[] {
	return rank(query, paths, path => path).slice(0, suggestionsMax);
}

/**
 * Replaces the word at the caret by the choice. After a folder the completion continues; otherwise
 * a space follows.
 */
export function complete(draft: Draft, completion: Completion, chosen: string): Draft {
	const {type, from, to} = completion;
	const follows = draft.text[to];
	const space = follows === undefined || !/\s/.test(follows) ? ' ' : '';
	return replace(draft, {from, to}, {text: written(type, chosen, space), last: {type: 'none'}});
}

function written(type: Completion['type'], chosen: string, space: string): string {
	if (type === 'command') {
		return `/${chosen}${space}`;
	}
	if (type === 'host') {
		return chosen;
	}
	const isFolder = chosen.endsWith('/');
	if (/[\s"]/.test(chosen)) {
		const quoted = `@"${chosen.replaceAll(/["\\]/g, '\\$&')}`;
		return isFolder ? quoted : `${quoted}"${space}`;
	}
	return isFolder ? `@${chosen}` : `@${chosen}${space}`;
}
