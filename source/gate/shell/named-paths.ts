import {nameOf} from './names.ts';
import type {SimpleCommand, Word} from './script.ts';
import {containers} from './wrappers.ts';

export type NamedPath = Pick<Word, 'text' | 'isSeen'>;

/**
 * Returns the paths that a word may name, whatever the program does with it: the word itself, the
 * value attached to an option (`-o/path`, `--out=/path`), or the text after a sign (`@file`,
 * `of=file`) or after `file://`.
 */
export function namedIn({text, isSeen}: Pick<Word, 'text' | 'isSeen'>): readonly NamedPath[] {
	const bare = text.replace(/^file:\/\/(?:localhost)?(?=\/)/i, '');
	const values = bare.split(/[=,]/).slice(bare.startsWith('-') ? 1 : 0);
	const attached = /^-[^-]/.test(bare) ? attachedTo(bare) : [];
	return [...new Set([...(bare.startsWith('-') ? [] : [bare]), ...values, ...attached])]
		.map(value => value.replace(/^[@<]+/, '').replace(/^file:\/\/(?:localhost)?(?=\/)/i, ''))
		.filter(value => value !== '' && (isSeen || isKnownEnough(value)))
		.map(value => ({text: value, isSeen: isSeen && !/^(?:~|\$HOME)/.test(value)}));
}

/**
 * Returns the possible values in an option. A value begins after the first letter, or, after
 * several letters, at its first sign.
 */
function attachedTo(option: string): readonly string[] {
	const sign = option.slice(2).search(/[/~@.$]/);
	return [option.slice(2), ...(sign === -1 ? [] : [option.slice(2 + sign)])];
}

/**
 * Whether the value's beginning is known well enough: an expansion after it can't lead to another
 * folder.
 */
function isKnownEnough(value: string): boolean {
	return /^(?:\/|~|\$HOME)|(?:^|\/)\.\.(?:\/|$)|[*?[]/.test(value) || /^[\w./-]+$/.test(value);
}

/** Whether the path can lead out of the folder in which the command runs. A bare name can't. */
export function leadsAway({text}: NamedPath): boolean {
	return /^(?:\/|~|\$HOME)|(?:^|\/)\.\.(?:\/|$)/.test(text);
}

/**
 * Returns the words of a command that can name files, without patterns to search for or to leave
 * out.
 */
export function operandWords({words}: SimpleCommand): readonly Word[] {
	const [first, ...rest] = words;
	const name = nameOf(first);
	const own = rest.filter(
		({text}, index) => !leaving.test(text) && !leavingAlone.test(rest[index - 1]?.text ?? ''),
	);
	if (containers.has(name)) {
		return ofContainers(own);
	}
	const here = named[name];
	return patterned.has(name)
		? withoutPattern(own)
		: here
			? own.filter(({text}) => !here.test(text))
			: own;
}

/** Arguments of some programs that look like paths but are none. */
const named: Readonly<Record<string, RegExp>> = {
	__proto__: null as never,
	bazel: /^\/\//,
	bazelisk: /^\/\//,
	buck: /^\/\//,
	buck2: /^\/\//,
	aws: /^\/(?:aws|ecs)\//,
	gh: /^\/(?:repos|user|orgs|search|gists)\b/,
};

/**
 * Most paths of a container command lie inside the container. Returns those that lie on this
 * machine.
 */
function ofContainers(words: readonly Word[]): readonly Word[] {
	const isCopy = words.some(({text}) => text === 'cp');
	return words
		.filter(
			({text}, index) =>
				hostOption.test(words[index - 1]?.text ?? '') ||
				hostValue.test(text) ||
				(isCopy && index > 0 && !/^-|^[^/]*:/.test(text)),
		)
		.map(word => ({...word, text: word.text.replace(/:.*$/, '')}));
}

const hostOption =
	/^(?:-v|-o|-f|--(?:volume|mount|output|env-file|cidfile|iidfile|file|filename|kubeconfig))$/;
const hostValue =
	/^(?:-[vof].|--(?:volume|mount|output|env-file|cidfile|iidfile|file|filename|kubeconfig)=)/;

const leaving = /^(?:--(?:exclude|ignore|skip|include|glob)\b|!)/;
const leavingAlone = /^(?:--(?:exclude|ignore|skip|include|glob|iglob)|-g|-x)$/;

const patterned: ReadonlySet<string> = new Set(
	'fd fdfind grep egrep fgrep zgrep rg ag ack sed gsed awk gawk mawk nawk jq yq perl'.split(' '),
);

/** Drops the pattern to search for: the first operand, unless an option gives the pattern. */
function withoutPattern(words: readonly Word[]): readonly Word[] {
	const isNamed = words.some(({text}) =>
		/^(?:-[a-zA-Z]*[ef]|--(?:regexp|expression|file)(?:=.*)?)$/.test(text),
	);
	const at = words.findIndex(({text}) => !/^-./.test(text));
	const pattern = words.findIndex(
		({text}, index) =>
			index > 0 &&
			/^(?:-[a-zA-Z]*e|--(?:regexp|expression))$/.test(words[index - 1]!.text) &&
			text !== '',
	);
	const skipped = isNamed ? pattern : at;
	return words.filter((_, index) => index !== skipped);
}
