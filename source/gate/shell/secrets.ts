import {createSecrets, secretPlaces} from '../../platform/secret-places.ts';
import {findStarts} from './find-starts.ts';
import {readsSpelledOut, spelledOut} from './given.ts';
import {type NamedPath, namedIn, operandWords} from './named-paths.ts';
import {nameOf} from './names.ts';
import {homeOf, liesWithin, type Place, pathsOf, realOf} from './places.ts';
import type {Script, SimpleCommand} from './script.ts';

/**
 * Returns why a line asks because it names a secret file or folder; null if it names none. The
 * program does not matter, since any that reads a secret can show it or send it away.
 */
export function whySecretsAsk(script: Script, place: Place): string | null {
	const secrets = place.secretAt ?? createSecrets().at;
	for (const {target, from} of [...readsOf(script), ...spelledOut(script).flatMap(namedBy)]) {
		for (const path of pathsOf(target, from, place) ?? []) {
			const what = secretAt(path, {target, place, secrets});
			if (what !== null) {
				return `${target.text} holds ${what}`;
			}
		}
	}
	const all = spelledOut(script).find(command => readsHome(command, place));
	return all ? `${nameOf(all.words[0])} would read all that is in your home` : null;
}

type Named = {readonly target: NamedPath; readonly from: SimpleCommand['from']};

/** Whether a line reads a file outside the workspace by `<`, whatever its commands are. */
export function readsOutside({reads}: Script, isOutside: (path: string) => boolean, place: Place) {
	return reads.some(({target, from}) => {
		const paths = pathsOf({text: target, isSeen: false}, from, place);
		return !/^\/dev\//.test(target) && (paths === null || paths.some(isOutside));
	});
}

function readsOf(script: Script): readonly Named[] {
	return readsSpelledOut(script).map(({target, from}) => ({
		target: {text: target, isSeen: !/^(?:~|\$HOME)/.test(target)},
		from,
	}));
}

function namedBy(command: SimpleCommand): readonly Named[] {
	const name = nameOf(command.words[0]);
	if (onlyNaming.has(name)) {
		return [];
	}
	const words = operandWords(command);
	const own = name === 'find' ? findStarts(words) : making.has(name) ? words.slice(0, -1) : words;
	return own.flatMap(namedIn).map(target => ({target, from: command.from}));
}

/** Programs that only print or test names, and don't read the files. */
const onlyNaming: ReadonlySet<string> = new Set(
	`echo printf test [ [[ true false : export declare local readonly typeset set unset read touch
	mkdir basename dirname realpath readlink cd pushd tee chmod`.split(/\s+/),
);

/** Programs that write to their last operand. */
const making: ReadonlySet<string> = new Set(['cp', 'install']);

type Looking = {
	readonly target: NamedPath;
	readonly place: Place;
	readonly secrets: (path: string) => string | null;
};

function secretAt(path: string, {target, place, secrets}: Looking): string | null {
	const plain = secrets(path) ?? secrets(realOf(place, path));
	return plain ?? (!target.isSeen && /[*?[]/.test(path) ? ofPattern(path) : null);
}

/** A pattern such as `.ss*` may match a secret file or folder. Returns which kind; null if none. */
function ofPattern(path: string): string | null {
	const patterns = path
		.split('/')
		.filter(part => /^[^*?[].*[*?[]/.test(part))
		.map(patternOf);
	return heads.find(({name}) => patterns.some(pattern => pattern.test(name)))?.what ?? null;
}

function patternOf(part: string): RegExp {
	const source = part
		.split(/(\[[^\]]+\]|\?|\*+)/)
		.map(piece => {
			const isAny = piece.startsWith('*');
			const isOne = piece === '?' || /^\[.+\]$/.test(piece);
			return isAny ? '.*' : isOne ? '.' : piece.replaceAll(/[.+^${}()|[\]\\*?]/g, String.raw`\$&`);
		})
		.join('');
	return new RegExp(`^${source}$`, 'is');
}

/**
 * The names of secret files and folders that consist of one part. Stars are replaced by a letter,
 * so that a pattern can be matched with the names.
 */
const heads = secretPlaces.flatMap(({what, at}) =>
	at
		.map(place => place.replace('/**', ''))
		.filter(place => !/^\*|\//.test(place))
		.map(place => ({what, name: place.replaceAll('*', 'x')})),
);

const searching = /^(?:e|f|z)?grep$|^(?:rg|ag|ack|cp|rsync|scp|mv)$/;

/**
 * Whether the command searches or copies the whole home folder, or a folder above it, and so reads
 * every key in it.
 */
function readsHome(command: SimpleCommand, place: Place): boolean {
	const name = nameOf(command.words[0]);
	const isDeep =
		/^(?:rg|ag|ack|mv)$/.test(name) ||
		command.words.some(({text}) =>
			/^(?:-[a-zA-Z]*[rRa]|--(?:recursive|dereference-recursive|archive))/.test(text),
		);
	return (
		searching.test(name) &&
		isDeep &&
		operandWords(command)
			.flatMap(namedIn)
			.some(target =>
				(pathsOf(target, command.from, place) ?? []).some(path => liesWithin(path, homeOf(place))),
			)
	);
}
