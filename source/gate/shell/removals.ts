import {dropsWork, truncates} from './drops.ts';
import {findStarts} from './find-starts.ts';
import {gitCommandAt} from './git.ts';
import {nameOf, shells} from './names.ts';
import {homeOf, liesWithin, type Place, pathsOf, realOf} from './places.ts';
import type {Script, SimpleCommand, Word} from './script.ts';
import {scriptOf} from './shell-call.ts';

/**
 * What a command does to whole folders, or to work that only git has. Running a script file counts
 * as well, since its text is not on the command line.
 */
export type Act =
	| 'remove'
	| 'change'
	| 'move'
	| 'mirror'
	| 'clean'
	| 'delete found'
	| 'run a script'
	| 'drop work';

/** How much is affected: the whole machine or home, the workspace, or less. */
export type Extent = 'everything' | 'workspace' | 'some';

export type Deed = {readonly act: Act; readonly extent: Extent};

/** Returns what a command line would do to whole folders, however it is spelled. */
export function deedsOf({commands}: Script, place: Place): readonly Deed[] {
	return commands.flatMap(command => deedOf(command, place));
}

function deedOf(command: SimpleCommand, place: Place): readonly Deed[] {
	const [first, ...rest] = command.words;
	const read = readers[nameOf(first).toLowerCase()];
	return read?.({rest, command, place}) ?? [];
}

type Call = {
	readonly rest: readonly Word[];
	readonly command: SimpleCommand;
	readonly place: Place;
};

const readers: Readonly<Record<string, (call: Call) => readonly Deed[]>> = {
	__proto__: null as never,
	rm: call => recursive(call, 'remove'),
	chmod: call => recursive(call, 'change'),
	chown: call => recursive(call, 'change'),
	chgrp: call => recursive(call, 'change'),
	mv: call => deeds(call, 'move', operandsOf(call.rest).slice(0, -1)),
	rsync: ofMirror,
	find: ofFind,
	git: call => [...ofClean(call), ...(dropsWork(call.rest) ? [dropping] : [])],
	truncate: ({rest}) => (truncates(rest) ? [dropping] : []),
	...Object.fromEntries([...shells].map(name => [name, ofScript])),
};

const dropping: Deed = {act: 'drop work', extent: 'some'};

function recursive(call: Call, act: Act): readonly Deed[] {
	const isRecursive = optionsOf(call.rest).some(
		({text}) => /^-[a-zA-Z]*[rR]/.test(text) || /^--rec/.test(text),
	);
	return isRecursive ? deeds(call, act, operandsOf(call.rest)) : [];
}

function deeds({command, place}: Call, act: Act, targets: readonly Word[]): readonly Deed[] {
	return targets.map(target => ({act, extent: extentOf(target, command, place)}));
}

/** Returns the options, which may come anywhere before `--`. */
function optionsOf(rest: readonly Word[]): readonly Word[] {
	const end = rest.findIndex(({text}) => text === '--');
	return rest.slice(0, end === -1 ? rest.length : end).filter(({text}) => /^-./.test(text));
}

function operandsOf(rest: readonly Word[]): readonly Word[] {
	const end = rest.findIndex(({text}) => text === '--');
	return rest.filter(({text}, index) =>
		end !== -1 && index >= end ? index > end : !/^-./.test(text),
	);
}

function ofMirror(call: Call): readonly Deed[] {
	const isMirror = call.rest.some(({text}) => /^--del/.test(text));
	return isMirror ? deeds(call, 'mirror', operandsOf(call.rest).slice(-1)) : [];
}

const narrowing =
	/^-(?:i?name|i?path|i?wholename|i?regex|i?lname|[acm](?:min|time)|newer\w*|size|empty|user|group|uid|gid|perm|links|inum|samefile|used|prune)$/;

function ofFind(call: Call): readonly Deed[] {
	const {rest} = call;
	const isDeleting = rest.some(({text}) => text === '-delete');
	const run = rest
		.filter((_, index) => /^-(?:exec|ok)/.test(rest[index - 1]?.text ?? ''))
		.map(nameOf);
	const isRemoving = isDeleting || run.some(name => /^(?:rm|shred|unlink)$/.test(name));
	const isChanging = run.some(name => /^(?:chmod|chown|chgrp)$/.test(name));
	if (!isRemoving && !isChanging) {
		return [];
	}
	const isNarrow = rest.some(({text}) => narrowing.test(text));
	const all = isNarrow ? [] : deeds(call, isRemoving ? 'remove' : 'change', findStarts(rest));
	return isDeleting ? [...all, {act: 'delete found', extent: 'some'}] : all;
}

const here = {text: '.', isSeen: true} as Word;

function ofScript({rest}: Call): readonly Deed[] {
	return scriptOf(rest) === undefined ? [] : [{act: 'run a script', extent: 'some'}];
}

/** Handles `git clean`, which cleans the folder in which git runs. */
function ofClean(call: Call): readonly Deed[] {
	const at = gitCommandAt(call.rest);
	const isClean = call.rest[at]?.text === 'clean';
	const isDry = optionsOf(call.rest.slice(at)).some(({text}) => /^(?:-[a-z]*n|--dry)/.test(text));
	if (!isClean || isDry) {
		return [];
	}
	const folder = call.rest.slice(0, at).findIndex(({text}) => text === '-C');
	const target = folder === -1 ? here : (call.rest[folder + 1] ?? here);
	return deeds(call, 'clean', [target, ...operandsOf(call.rest.slice(at + 1))]);
}

function extentOf(target: Word, {from}: SimpleCommand, place: Place): Extent {
	const {isSeen} = target;
	const text = isSeen ? target.text : withoutEmptyEnd(target.text);
	const paths = pathsOf({text, isSeen}, from, place) ?? [];
	const extents = paths
		.flatMap(path => [path, realOf(place, path)])
		.map(path => reach(path, target, place));
	return extents.includes('everything')
		? 'everything'
		: extents.includes('workspace')
			? 'workspace'
			: 'some';
}

/** Shortens `folder/*` and similar patterns to the folder, since they match everything in it. */
function withoutEmptyEnd(text: string): string {
	const bare = text.replace(/\/+$/, '');
	const end = bare.lastIndexOf('/');
	const last = bare.slice(end + 1);
	const isAll = /^[*?.![\]^{},]+$/.test(last) && /[*?]/.test(last);
	return isAll ? bare.slice(0, end + 1) || '.' : text;
}

function reach(path: string, {isSeen}: Word, place: Place): Extent {
	const pattern = isSeen || !/[*?[]/.test(path) ? null : patternOf(path);
	const is = (other: string) => other === path || pattern?.test(other) === true;
	const home = homeOf(place);
	const homes = [home, realOf(place, home), '/root'];
	const isSystem = systemFolders.some(is) || /^\/home\/[^/]+$/.test(path);
	if (isSystem || homes.some(one => is(one) || liesWithin(path, one))) {
		return 'everything';
	}
	const workspaces = [place.workspace, realOf(place, place.workspace)];
	if (workspaces.some(one => liesWithin(path, one) && path !== one)) {
		return 'everything';
	}
	return workspaces.some(is) ? 'workspace' : 'some';
}

function patternOf(path: string): RegExp {
	const source = path
		.replaceAll(/[.+^${}()|\\]/g, String.raw`\$&`)
		.replaceAll(/\*+/g, '[^/]*')
		.replaceAll('?', '[^/]');
	try {
		return new RegExp(`^${source}$`);
	} catch {
		return /^$/;
	}
}

const systemFolders = [
	...['/', '/bin', '/boot', '/dev', '/etc', '/home', '/lib', '/lib64', '/media', '/mnt', '/opt'],
	...[
		'/proc',
		'/root',
		'/run',
		'/sbin',
		'/srv',
		'/sys',
		'/usr',
		'/usr/bin',
		'/usr/lib',
		'/usr/local',
	],
	...[
		'/usr/share',
		'/var',
		'/var/lib',
		'/Applications',
		'/Library',
		'/System',
		'/Users',
		'/Volumes',
	],
];
