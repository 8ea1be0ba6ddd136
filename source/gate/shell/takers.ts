import {readingShells} from './names.ts';
import {rareTakers} from './rare-runners.ts';
import {readInside, type ShellReader, type SimpleCommand, type Word} from './reader.ts';
import {readText} from './shell-call.ts';
import {commonTakers} from './wrappers.ts';

/** At most this many words are tried as the beginning of an inner command. */
const startsMax = 40;

/** Programs that run a command which begins somewhere among their own arguments. */
export const takers: ReadonlySet<string> = new Set([
	...[...commonTakers, ...rareTakers],
	...['ssh', 'watch', 'flock'],
]);

/** Matches loaders and emulators of many names, such as `ld.so` and `qemu-arm`. */
export const isLoader = /^(?:ld(?:-linux.*|-musl.*)?\.so|qemu-(?!system|img|nbd))/;

type Call = {
	readonly name: string;
	readonly rest: readonly Word[];
	readonly command: SimpleCommand;
};

export function inspectTaker(reader: ShellReader, call: Call): void {
	const {name, rest, command} = call;
	if (isRunningNothing(name, rest)) {
		return;
	}
	if (
		(name === 'watch' && inspectWatch(reader, rest)) ||
		(name === 'ssh' && inspectSsh(reader, rest))
	) {
		return;
	}
	reader.found.unseen.add(`what ${name} runs`);
	if (readingShells.has(name) && command.input) {
		readText(reader, 'sh', command.input);
	}
	listStarts(reader, command, rest);
	const text = rest.map(word => word.text);
	const from = Math.max(
		name === 'ssh' ? 1 : 0,
		text.findIndex(word => /^-[a-z]*c$/.test(word)) + 1,
	);
	readInside(reader, text.slice(from).join(' '));
}

/**
 * Lists every word as a possible beginning of an inner command, since it is unknown which one is.
 */
export function listStarts(
	{found}: ShellReader,
	command: SimpleCommand,
	rest: readonly Word[],
): void {
	const starts = Math.min(rest.length, startsMax);
	for (let at = 0; at < starts; at += 1) {
		found.commands.push({
			...command,
			words: rest.slice(at, at + startsMax),
			isPossible: true,
		});
	}
}

/** Matches complete arguments with which these programs run no other program. */
const runningNothing: Readonly<Record<string, RegExp>> = {
	__proto__: null as never,
	screen: /^-(?:ls|v|wipe)$/,
	tmux: /^(?:-V|ls|list-\w+|has-session(?: -t [\w./~-]+)?|kill-session -t [\w./~-]+|capture-pane(?: -[peJqaN]+| -[tSE] [\w.:%-]+)*|(?:new|new-session|attach|attach-session|a)(?: -[dAD]+| -[stxy] [\w.~-]+)*)$/,
	nix: /^(?:build|flake (?:show|check|metadata|update|lock)|fmt|search)(?: [\w.#/-]+)*$/,
	// `activate` affects only the shell that runs it, which ends with the line.
	conda: /^(?:--version|info|list|search|env list|env export|activate|deactivate)(?: [\w.=-]+)*$/,
	vagrant: /^(?:status|up|halt|global-status|--version)$/,
	at: /^-(?:l|V)$/,
	direnv: /^(?:status|version|allow|deny)$/,
};

function isRunningNothing(name: string, rest: readonly Word[]): boolean {
	const isSeen = rest.every(word => word.isSeen);
	return isSeen && runningNothing[name]?.test(rest.map(({text}) => text).join(' ')) === true;
}

/**
 * Examines `watch`, which joins its arguments with spaces and gives them to a shell. Returns false
 * if an option is unknown.
 */
function inspectWatch(reader: ShellReader, rest: readonly Word[]): boolean {
	const at = endOfOptions(rest, {
		flags: /^-[bcdegtw]+$/,
		valued: /^-[bcdegtw]*[nq]$/,
		glued: /^-n[\d.]+$/,
	});
	const words = rest.slice(at);
	if (words.length === 0 || words[0]!.text.startsWith('-')) {
		return false;
	}
	readText(reader, 'sh', joined(words));
	return true;
}

const harmlessSetting =
	/^(?:ConnectTimeout|ConnectionAttempts|BatchMode|StrictHostKeyChecking|ServerAlive\w+|LogLevel|Port|User|RequestTTY|PasswordAuthentication|PreferredAuthentications|UserKnownHostsFile|IdentitiesOnly|ForwardAgent|ExitOnForwardFailure|TCPKeepAlive|Compression)=[\w./,-]+$/i;

/**
 * Examines the command that ssh gives to a shell on another machine. No rule for the beginning of a
 * command covers it.
 */
function inspectSsh(reader: ShellReader, rest: readonly Word[]): boolean {
	const at = endOfOptions(rest, {
		flags: /^-[46AaCfGgKkMNnqTtVvXxYy]+$/,
		valued: /^-[46AaCfGgKkMNnqTtVvXxYy]*[bcDiJLlmpRW]$/,
		setting: harmlessSetting,
	});
	const [host, ...words] = rest.slice(at);
	const isHost =
		host?.isSeen === true && /^[\w.@:[\]%-]+$/.test(host.text) && !host.text.startsWith('-');
	if (!isHost) {
		return false;
	}
	reader.found.hidden.add('what another machine makes of it');
	if (words.length > 0) {
		readText(reader, 'sh', joined(words));
	}
	return true;
}

type Options = {
	readonly flags: RegExp;
	readonly valued: RegExp;
	readonly glued?: RegExp;
	/** Matches the values of `-o` that are harmless. */
	readonly setting?: RegExp;
};

/** Returns the index of the first word that is not a known option. */
function endOfOptions(rest: readonly Word[], {flags, valued, glued, setting}: Options): number {
	let at = 0;
	while (rest[at]?.isSeen === true && rest[at]!.text.startsWith('-')) {
		const {text} = rest[at]!;
		const value = rest[at + 1];
		if (text === '-o' && value?.isSeen && setting?.test(value.text)) {
			at += 2;
		} else if (flags.test(text) || glued?.test(text)) {
			at += 1;
		} else if (valued.test(text) && value?.isSeen) {
			at += 2;
		} else {
			break;
		}
	}
	return at;
}

function joined(words: readonly Word[]): Word {
	const [first] = words;
	return {
		...first!,
		text: words.map(({text}) => text).join(' '),
		isSeen: words.every(word => word.isSeen),
	};
}
