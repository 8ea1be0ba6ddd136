import {runsLater} from '../../platform/files-that-run.ts';
import {findStarts} from './find-starts.ts';
import {gitCommandAt} from './git.ts';
import {spelledOut} from './given.ts';
import {leadsAway, namedIn, operandWords} from './named-paths.ts';
import {nameOf} from './names.ts';
import {trustIn, writingByNature} from './only-reading.ts';
import {outputsOf, writesOutputs} from './outputs.ts';
import {isOutside, type Place, pathsOf, realOf} from './places.ts';
import type {Script, SimpleCommand, Word} from './script.ts';

/**
 * Returns why what a line writes needs a question of its own, even if the commands are allowed;
 * null if it does not.
 */
export function whyWritesAsk(script: Script, place: Place): string | null {
	for (const {target, from} of targetsOf(script)) {
		const paths = pathsOf(target, from, place);
		if (paths === null) {
			return `where ${target.text} lies is not known`;
		}
		const outside = paths.find(path => isOutside(path, place));
		if (outside !== undefined) {
			return `${outside} lies outside the workspace`;
		}
		const why = paths.map(path => runsLater(path) ?? runsLater(realOf(place, path))).find(Boolean);
		if (why) {
			return `${target.text}: ${why}`;
		}
	}
	return null;
}

type Target = {
	readonly target: Pick<Word, 'text' | 'isSeen'>;
	readonly from: SimpleCommand['from'];
};

function targetsOf(script: Script): readonly Target[] {
	return [
		...script.writes.map(({target, from}) => ({
			target: {text: target, isSeen: !/^[~$]/.test(target)},
			from,
		})),
		...spelledOut(script).flatMap(command =>
			writtenBy(command).map(target => ({target, from: command.from})),
		),
	].filter(({target}) => !harmless.test(target.text));
}

const harmless = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$|^-$/;

/** Returns the files that a program certainly writes, followed by those that it may write. */
function writtenBy(command: SimpleCommand): readonly Target['target'][] {
	return [...surelyWrittenBy(command), ...perhapsWrittenBy(command)];
}

/** Returns every path in the arguments, if the program is not known to only read them. */
function perhapsWrittenBy(command: SimpleCommand): readonly Target['target'][] {
	const trust = trustIn(command);
	if (trust === 'reads') {
		return attachedOf(command);
	}
	const all = operandWords(command).flatMap(namedIn);
	return trust === 'tracks' ? all.filter(leadsAway) : all;
}

/** Returns the path attached to an option of a program that writes, such as `cp -t/folder a`. */
function attachedOf(command: SimpleCommand): readonly Target['target'][] {
	const name = nameOf(command.words[0]);
	return writers[name] !== undefined && name !== 'git' && !command.isPossible
		? command.words
				.slice(1)
				.filter(({text}) => /^-./.test(text))
				.flatMap(namedIn)
				.filter(({text}) => text.includes('/'))
		: [];
}

/** The files that one command is known to make or change. */
export function madeBy(command: SimpleCommand): readonly Target['target'][] {
	return [...surelyWrittenBy(command), ...attachedOf(command)];
}

/**
 * Whether a program that is not meant for writing (such as `uniq`, unlike `cp`) is known to write
 * outside the workspace. Rules for its name don't cover that; a rule that names the file does.
 */
export function writesElsewhere(
	command: SimpleCommand,
	place: Place,
	named: ReadonlySet<string>,
): boolean {
	return (
		!writingByNature.has(nameOf(command.words[0])) &&
		surelyWrittenBy(command)
			.filter(({text}) => !harmless.test(text) && !named.has(text))
			.flatMap(target => pathsOf(target, command.from, place) ?? [])
			.some(path => isOutside(path, place))
	);
}

/**
 * Returns the operands that a program writes, as far as they are known or lead out of the folder
 * where it runs.
 */
function surelyWrittenBy({words}: SimpleCommand): readonly Word[] {
	const [first, ...rest] = words;
	const name = nameOf(first);
	return (writers[name]?.(rest) ?? outputsOf(name, rest)).filter(
		({text, isSeen}) => isSeen || /^(?:\/|~|\$HOME)|(?:^|\/)\.\.(?:\/|$)/.test(text),
	);
}

type Writer = (rest: readonly Word[]) => readonly Word[];

function operands(rest: readonly Word[]): readonly Word[] {
	return rest.filter(({text}) => !/^-./.test(text));
}

const all: Writer = operands;
const allButFirst: Writer = rest => operands(rest).slice(1);

/**
 * Returns the last operand, and in case it is a folder, the paths that the files would get there.
 */
const last: Writer = rest => {
	const folder = valuesOf(rest, /^(?:-[a-zA-Z]*t|--t[\w-]*)$/);
	const own = operands(rest);
	const target = folder.length > 0 ? folder : own.slice(-1);
	const inside = target.flatMap(({text}) =>
		own
			.slice(0, -1)
			.filter(({isSeen}) => isSeen)
			.map(word => ({...word, text: `${text}/${word.text.split('/').at(-1)}`})),
	);
	return [...target, ...inside];
};

function valuesOf(rest: readonly Word[], option: RegExp): readonly Word[] {
	return rest.filter((_, index) => index > 0 && option.test(rest[index - 1]!.text));
}

const withoutSign = (word: Word, sign: string): Word => ({
	...word,
	text: word.text.slice(sign.length),
});

const writers: Readonly<Record<string, Writer>> = {
	__proto__: null as never,
	cp: last,
	mv: rest => [...operands(rest), ...last(rest)],
	install: last,
	ln: last,
	rsync: rest => last(rest).filter(({text}) => !/^[^/]*:/.test(text)),
	scp: rest => last(rest).filter(({text}) => !/^[^/]*:/.test(text)),
	tee: all,
	touch: all,
	mkdir: all,
	rmdir: all,
	truncate: all,
	chmod: allButFirst,
	chown: allButFirst,
	chgrp: allButFirst,
	dd: rest => rest.filter(({text}) => text.startsWith('of=')).map(word => withoutSign(word, 'of=')),
	sed: editedInPlace,
	gsed: editedInPlace,
	tar: unpackedTo,
	bsdtar: unpackedTo,
	unzip: rest => [
		...outputsOf('unzip', rest),
		// With `-:`, the paths in the archive may lead anywhere.
		...rest.filter(({text}) => /^-[a-zA-Z]*:/.test(text)).map(word => ({...word, text: '/'})),
	],
	curl: rest => [...outputsOf('curl', rest), ...rest.flatMap(outputOfFormat)],
	npm: ofSettings,
	pnpm: ofSettings,
	yarn: ofSettings,
	find: rest => {
		const isWriting = rest.some(
			({text}, index) =>
				text === '-delete' || (/^-(?:exec|ok)/.test(text) && isWriter(nameOf(rest[index + 1]))),
		);
		return isWriting ? findStarts(rest) : [];
	},
	git: rest => {
		const at = gitCommandAt(rest);
		if (rest[at]?.text === 'config') {
			return ofGitConfig(rest.slice(at + 1));
		}
		const places = rest
			.slice(0, Math.max(0, at))
			.filter((_, index) => rest[index - 1]?.text === '-C');
		return rest[at]?.text === 'clone'
			? [...places, ...operands(rest.slice(at + 1)).slice(1)]
			: places;
	},
};

/** The only long option of sed with `i` is `--in-place`, so `--i` or `--in` mean the same. */
function editedInPlace(rest: readonly Word[]): readonly Word[] {
	const isInPlace = rest.some(({text}) => /^(?:-[bnErszu]*i|--i)/.test(text));
	const hasScript = rest.some(({text}) => /^(?:-\w*e|--e)/.test(text));
	return isInPlace ? operands(rest).slice(hasScript ? 0 : 1) : [];
}

/**
 * Returns the folders to which tar changes (`-C`), and `/` if paths in the archive may lead
 * anywhere (`-P`). The options may be the first word, as letters without a dash; their values
 * follow in order.
 */
function unpackedTo(rest: readonly Word[]): readonly Word[] {
	const letters = /^[a-zA-Z]+$/.exec(rest[0]?.text ?? '')?.[0] ?? '';
	const valued = [...letters].filter(letter => 'bCfgHIKLNTVX'.includes(letter));
	const isAnywhere = ({text}: Word, index: number) =>
		/^(?:-[a-zA-Z]*P|--ab)/.test(text) || (index === 0 && letters.includes('P'));
	return [
		...rest.filter((_, index) => index > 0 && valued[index - 1] === 'C'),
		...rest.flatMap(folderOfTar),
		...rest.filter(isAnywhere).map(word => ({...word, text: '/'})),
	];
}

function folderOfTar(word: Word, index: number, all: readonly Word[]): readonly Word[] {
	const [option = '', value] =
		/^(-[a-zA-Z]*?C|--(?:dire?\w*|one-\w[\w-]*)(?==|$))=?(.*)$/s.exec(word.text)?.slice(1) ?? [];
	const next = option.startsWith('--one') ? undefined : all[index + 1];
	return option === '' ? [] : value ? [{...word, text: value}] : next ? [next] : [];
}

/** Returns the files that curl writes because of a format such as `-w '%output{file}'`. */
function outputOfFormat(word: Word): readonly Word[] {
	return [...word.text.matchAll(/%output\{(?:>>)?([^}]*)/g)].map(([, text = '']) => ({
		...word,
		text,
	}));
}

function isWriter(name: string): boolean {
	return writers[name] !== undefined || writesOutputs(name);
}

/** Handles `npm config set`, which writes a settings file in the folder or at home. */
function ofSettings(rest: readonly Word[]): readonly Word[] {
	const words = operands(rest).map(({text}) => text);
	const isSetting =
		words[0] === 'set' ||
		(/^(?:config|c)$/.test(words[0] ?? '') &&
			/^(?:set|delete|rm|edit|fix|unset)$/.test(words[1] ?? ''));
	const isHere = rest.some(({text}) => /^--location(?:=project)?$/.test(text));
	return isSetting ? [settingsFile(isHere ? '.npmrc' : '~/.npmrc', {isSeen: isHere})] : [];
}

/** A path that begins in the home folder is not seen as a whole. */
function settingsFile(text: string, {isSeen}: Pick<Word, 'isSeen'>): Word {
	return {text, isSeen} as Word;
}

/**
 * Returns the settings file of the person or of the machine that `git config` changes. Reading a
 * setting writes nothing.
 */
function ofGitConfig(rest: readonly Word[]): readonly Word[] {
	const isAsking =
		rest.some(({text}) => /^(?:--(?:get|list|show)|-l$)/.test(text)) ||
		/^(?:get|list)$/.test(operands(rest)[0]?.text ?? '') ||
		(operands(rest).length === 1 &&
			!rest.some(({text}) => /^--(?:unset|edit|remove)|^-e$/.test(text)));
	const isMachines = rest.some(({text}) => /^--sys/.test(text));
	const isPersons = rest.some(({text}) => /^--glo/.test(text));
	const file = isMachines ? '/etc/gitconfig' : isPersons ? '~/.gitconfig' : null;
	return isAsking || file === null ? [] : [settingsFile(file, {isSeen: isMachines})];
}

/**
 * Returns why a command that runs outside the workspace needs a question of its own; null if none
 * does.
 */
export function whyFoldersAsk({commands}: Script, place: Place): string | null {
	for (const {from} of commands) {
		for (const folder of from ?? []) {
			const [path = ''] = pathsOf({text: folder, isSeen: false}, [''], place) ?? [];
			if (folder !== '' && isOutside(path, place)) {
				return `it goes on in ${path}, outside the workspace`;
			}
		}
	}
	return null;
}
