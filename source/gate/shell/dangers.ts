import {nameOf, shells} from './names.ts';
import {isOutside as isOutsidePath, type Place, pathsOf} from './places.ts';
import {readScript, type Script, type SimpleCommand} from './script.ts';
import {sightWords} from './sight-words.ts';

/**
 * Returns the warnings that a person should see before saying yes, in words for the card; the
 * gravest first.
 */
export function dangers(command: string, place: Place): readonly string[] {
	const script = readScript(command);
	const found = [
		...lookAlikes(command),
		...ofPipes(script),
		...script.commands.flatMap(simple => ofCommand(simple, place)),
		...ofWrites(script, place),
		...script.unseen.map(sightWords),
	];
	return [...new Set(found)].slice(0, dangersMax);
}

const dangersMax = 12;

const raisers = new Set(['sudo', 'doas', 'su', 'pkexec', 'runuser']);
const readers = new Set([...shells, 'python', 'python3', 'perl', 'ruby', 'node']);

function ofCommand({words}: SimpleCommand, place: Place): readonly string[] {
	const name = nameOf(words[0]);
	const rest = words.slice(1).map(word => word.text);
	if (raisers.has(name)) {
		return [`${name}: runs as another user`];
	}
	if (name === 'rm') {
		return ofRemoval(rest, place);
	}
	if (name === 'find' && rest.includes('-delete')) {
		return ['deletes what it finds'];
	}
	if (name === 'git') {
		return ofGit(rest);
	}
	if (writers.has(name)) {
		return rest
			.filter(text => !text.startsWith('-') && isOutside(text, place))
			.map(text => `outside the workspace: ${text}`);
	}
	return known[name] === undefined ? [] : [known[name]];
}

const known: Readonly<Record<string, string>> = {
	dd: 'dd: writes to devices or files as they are',
	mkfs: 'mkfs: erases a file system',
	shred: 'shred: erases for good',
	shutdown: 'ends the machine',
	reboot: 'ends the machine',
	poweroff: 'ends the machine',
	halt: 'ends the machine',
	killall: 'ends processes by name',
	pkill: 'ends processes by name',
	crontab: 'changes what runs later',
	eval: 'eval: runs text as a command',
};

const writers = new Set([
	'cp',
	'mv',
	'touch',
	'mkdir',
	'rmdir',
	'tee',
	'ln',
	'install',
	'chmod',
	'chown',
	'truncate',
]);

function ofRemoval(rest: readonly string[], place: Place): readonly string[] {
	const flags = rest.filter(text => text.startsWith('-'));
	const isRecursive = flags.some(text => /^-[a-zA-Z]*[rR]/.test(text) || text === '--recursive');
	const targets = rest.filter(text => !text.startsWith('-'));
	return [
		...(isRecursive ? [`deletes folders with all that is in them: ${targets.join(' ')}`] : []),
		...targets.filter(text => isOutside(text, place)).map(text => `outside the workspace: ${text}`),
	];
}

function ofGit(rest: readonly string[]): readonly string[] {
	const words = rest.filter(text => !text.startsWith('-'));
	const isForced = rest.some(text => text === '-f' || text.startsWith('--force'));
	switch (words[0]) {
		case 'push':
			return isForced ? ['git push --force: overwrites history elsewhere'] : [];
		case 'reset':
			return rest.includes('--hard') ? ['git reset --hard: drops changes'] : [];
		case 'clean':
			return ['git clean: deletes files that git does not know'];
		default:
			return [];
	}
}

/**
 * Finds letters of another alphabet inside Latin words, since they can be mistaken for Latin
 * letters.
 */
function lookAlikes(command: string): readonly string[] {
	const words = command.match(/[\p{L}\p{N}_.-]+/gu) ?? [];
	return words
		.filter(word => /\p{Script=Latin}/u.test(word))
		.flatMap(word => word.match(otherLetters) ?? [])
		.map(letter => {
			const code = letter.codePointAt(0)!.toString(16).padStart(4, '0');
			return `looks like another letter: ${letter} is \\u${code}`;
		});
}

const otherLetters = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\uFF01-\uFF5E]/gu;

function ofWrites({writes}: Script, place: Place): readonly string[] {
	return writes.flatMap(({target, how}) => [
		how === 'overwrite' ? `overwrites ${target}` : `writes at the end of ${target}`,
		...(isOutside(target, place) ? [`outside the workspace: ${target}`] : []),
	]);
}

function ofPipes({commands}: Script): readonly string[] {
	return commands
		.filter(({isPiped, words}) => isPiped && readers.has(nameOf(words[0])))
		.map(({words}) => `runs what comes through the pipe: ${nameOf(words[0])}`);
}

function isOutside(text: string, place: Place): boolean {
	if (text.startsWith('/dev/')) {
		return text !== '/dev/null';
	}
	const paths = pathsOf({text, isSeen: false}, [''], place) ?? [];
	return paths.some(path => isOutsidePath(path, place));
}
