import type {Script, SimpleCommand} from './script.ts';
import type {Word} from './word.ts';

const nothing: Script = {commands: [], unseen: [], writes: []};

/**
 * Programs that run other programs. Both have to be allowed, so what is inside is listed too;
 * where it can't be told what is inside, that is said, and every reading of it is listed, so that
 * a rule that denies finds it.
 */
export function unwrap(command: SimpleCommand, read: (source: string) => Script): Script {
	const [first, ...rest] = command.words;
	const name = nameOf(first);
	if (shells.has(name)) {
		return unwrapShell(name, rest, read);
	}
	if (name === 'eval' || name === 'ssh') {
		return {
			...read(
				rest
					.slice(name === 'ssh' ? 1 : 0)
					.map(word => word.text)
					.join(' '),
			),
			unseen: [`what ${name} runs`],
		};
	}
	if (name === '.' || name === 'source') {
		return {...nothing, unseen: ['what a script runs']};
	}
	if (name === 'git' && rest.some(word => word.text === '--help')) {
		return {...nothing, unseen: ['the program that shows the help of git']};
	}
	if (name === 'find' || name === 'fd') {
		return unwrapFind(name, rest);
	}
	if (plainWrappers.has(name)) {
		return unwrapPlain(name, rest);
	}
	return takers.has(name) ? {...readings(rest), unseen: [`what ${name} runs`]} : nothing;
}

/** The program's own name, whatever folder it is called from. */
export function nameOf(word: Word | undefined): string {
	return word?.text.split('/').at(-1) ?? '';
}

const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'fish']);

/** They run what follows as it stands. */
const plainWrappers = new Set(['env', 'nohup', 'time', 'command', 'exec', 'builtin', 'setsid']);

/** They run what follows after arguments of their own, with more arguments, or as somebody else. */
const takers = new Set([
	'sudo',
	'doas',
	'su',
	'xargs',
	'parallel',
	'watch',
	'timeout',
	'nice',
	'ionice',
	'stdbuf',
	'chroot',
	'unshare',
	'nsenter',
	'strace',
	'script',
	'flock',
	'entr',
	'runuser',
	'pkexec',
	'trap',
	'alias',
	'busybox',
	'docker',
	'podman',
	'kubectl',
	'tmux',
	'screen',
	'caffeinate',
	'unbuffer',
]);

function unwrapShell(
	name: string,
	rest: readonly Word[],
	read: (source: string) => Script,
): Script {
	const at = rest.findIndex(word => /^-[a-z]*c$/.test(word.text));
	const script = rest[at + 1];
	if (at === -1 || !script) {
		return {...nothing, unseen: [`what ${name} runs`]};
	}
	const inside = read(script.text);
	const isPlain = at === 0 && rest[0]?.text === '-c' && rest.length === 2 && script.isSeen;
	return isPlain ? inside : {...inside, unseen: [...inside.unseen, `what ${name} runs`]};
}

function unwrapPlain(name: string, rest: readonly Word[]): Script {
	const [first] = rest;
	if (!first) {
		return nothing;
	}
	const isPlain = first.isSeen && !first.text.startsWith('-') && !first.text.includes('=');
	return isPlain
		? readings(rest, {first: 'only'})
		: {...readings(rest), unseen: [`what ${name} runs`]};
}

const findActions = /^-(?:exec|execdir|ok|okdir|delete|fprint.?|fprintf|fls|x|X)$|^--exec/;

function unwrapFind(name: string, rest: readonly Word[]): Script {
	const at = rest.findIndex(word => findActions.test(word.text));
	return at === -1
		? nothing
		: {...readings(rest.slice(at)), unseen: [`what ${name} does with what it finds`]};
}

/** Each word can be the one with which the inner command begins. */
function readings(words: readonly Word[], {first}: {first?: 'only'} = {}): Script {
	const starts = first === 'only' ? words.slice(0, 1) : words;
	const commands = starts.map((_, index) => ({words: words.slice(index), isPiped: false}));
	return {
		...nothing,
		commands: commands.flatMap(command => [
			command,
			...(first === 'only' ? unwrap(command, () => nothing).commands : []),
		]),
		unseen: first === 'only' ? nestedUnseen(commands[0]) : [],
	};
}

/** `env sh -c '…'` is read no deeper; it asks. */
function nestedUnseen(command: SimpleCommand | undefined): readonly string[] {
	const name = nameOf(command?.words[0]);
	return shells.has(name) || name === 'eval' || takers.has(name) || plainWrappers.has(name)
		? [`what ${name} runs`]
		: command
			? unwrap(command, () => nothing).unseen
			: [];
}
