import {readingPrograms, sayingPrograms, secretsFed} from './redact-feeds.ts';
import {type Line, readLine, readList} from './redact-lines.ts';
import {isNoPlaceholder, isNoWord} from './redact-placeholders.ts';
import {field, literal, type SecretReading, type SecretShape} from './redact-shape.ts';
import {nameOf, secretsTaken, takingPrograms} from './redact-takers.ts';
import {partOf, readWord, type TextRange, type WordInText, wordOf} from './redact-words.ts';

const optionNames = [
	...['password', 'passwd', 'passphrase', 'pass', 'token', 'secret', 'secret-key', 'api-key'],
	...['apikey', 'access-key', 'auth-key', 'private-key', 'client-secret', 'credential'],
];

/** The operator for a here-string. It may stand in front of the program that reads the string. */
const hereString = '<<<';

/** Secrets on command lines: the options, pipes and documents with which programs take them. */
export const commandShapes: readonly SecretShape[] = [
	commands(),
	options(),
	// expect "password:"; send "…", and the same calls in programming languages.
	field('argument', {
		anchors: ['assword', 'assphrase', 'asscode'],
		kept: `ass(?:word|phrase|code)[^\\n"'{}]{0,40}(?:\\\\{0,6}["'}]|(?=\\s))[\\s;,{)\\]a-z_.\\\\]{1,40}?(?<![a-z])send(?:line|_line)?[\\s(]{1,8}(?:--\\s{1,4})?\\\\{0,6}["'{]`,
		chars: '[^"\'}\\n‹›]',
		min: 2,
		accepts: secret => isNoPlaceholder(secret.replace(/\\+[rn\\]*$/, '')),
	}),
	field('netrc', {
		anchors: ['password'],
		kept: '(?<=(?:login|user|account)\\s{1,8}\\S{1,128}\\s{1,8})password\\s{1,8}',
		chars: '[^\\s"\'\\\\‹›\\x1b]',
		min: 2,
	}),
];

/**
 * The shape of secrets on command lines: given as an argument, through a pipe, or typed into a
 * program's prompt by a script.
 */
function commands(): SecretShape {
	const names = [...new Set([...takingPrograms, ...readingPrograms, ...sayingPrograms])];
	const name = new RegExp(
		`(?:(?<![\\w.-])|(?<=\\\\[nrt]))(?:${names
			.toSorted((one, other) => other.length - one.length)
			.map(literal)
			.join('|')})(?=(?<list>\\\\{0,6}["']\\s{0,4},)?)(?:(?=[\\s"'\\\\])|$)`,
		'y',
	);
	return {
		kind: 'argument',
		// The scanner needs anchors of at least three characters, so a short name gets the space after
		// it.
		anchors: [...names.map(one => (one.length < 3 ? `${one} ` : one)), hereString],
		read(text, at) {
			if (text.startsWith(hereString, at)) {
				return readingOf(text, readLine(text, at), false);
			}
			name.lastIndex = at;
			const match = name.exec(text);
			if (match === null) {
				return null;
			}
			const end = at + match[0].length;
			const line =
				match.groups?.['list'] === undefined
					? readLine(text, at)
					: readList(text, wordOf(text, at, end));
			return readingOf(text, line, match.groups?.['list'] !== undefined);
		},
	};
}

function readingOf(text: string, line: Line, isList: boolean): SecretReading {
	const secrets = [
		...line.commands.flatMap(({words}) => secretsOf(words)),
		...secretsFed(text, line.commands),
	];
	return {
		secrets,
		...(line.isOpen ? growingIn(line, {length: text.length, isList}) : {openFrom: null}),
		seen: line.commands
			.flatMap(({words}) => words.map(({start}) => start))
			.filter(start => start < line.end),
		readTo: line.end,
	};
}

/**
 * Finds secrets among the arguments. It checks every word, not only the first: `sudo -u me mysql
 * -p…` runs mysql.
 */
function secretsOf(words: readonly WordInText[]): readonly TextRange[] {
	return [...words.entries()]
		.filter(([, word]) => takingPrograms.has(nameOf(word)))
		.slice(0, programsMax)
		.flatMap(([index]) => secretsTaken(words.slice(index)));
}

const programsMax = 5;

/**
 * Returns where a secret may begin that is not complete yet: printed text turns out to be a secret
 * if it is piped to a program like `sudo -S`. Plain words, as in `git add file`, may be shown
 * meanwhile.
 */
function growingIn({commands: all, documentsAt}: Line, {length, isList}: Growing) {
	const words = all.flatMap(command => command.words);
	const saying = words.findIndex(word => sayingPrograms.includes(nameOf(word)));
	const first = saying < 0 ? words.at(Math.max(1, words.length - 2)) : words[saying + 1];
	const given = all.flatMap(command => command.given).at(0);
	const places = [first?.start, given?.start, documentsAt].filter(
		place => typeof place === 'number',
	);
	const openFrom = places.length === 0 ? null : Math.min(...places);
	const isPlain =
		saying < 0 && !isList && places.length < 2 && words.slice(1).slice(-2).every(isPlainWord);
	return {openFrom, hideFrom: isPlain ? length : (openFrom ?? length)};
}

type Growing = {readonly length: number; readonly isList: boolean};

function isPlainWord({text}: WordInText): boolean {
	return /^[\w./]*$/.test(text);
}

/**
 * The shape of `--password=…` and `--token …`: options of any program whose names say that they
 * take a secret.
 */
function options(): SecretShape {
	const option = new RegExp(
		`--(?:[a-z0-9]{1,20}-){0,3}(?:${optionNames.join('|')})(?:(?<is>=)|\\\\{0,6}["'],?\\s{1,4}|\\\\{0,6}["'],|\\s{1,4}(?:\\\\\\r?\\n\\s{0,8})?)(?=\\S|$)`,
		'iy',
	);
	return {
		kind: 'argument',
		anchors: [...'abcdefghijklmnopqrstuvwxyz'].map(letter => `--${letter}`),
		read(text, at) {
			option.lastIndex = at;
			const match = option.exec(text);
			if (match === null) {
				return null;
			}
			const word = readWord(text, at + match[0].length);
			if (word === null) {
				return {secrets: [], openFrom: null, seen: []};
			}
			const isSecret =
				match.groups?.['is'] === undefined
					? isNoWord(word.text.replaceAll(' ', '')) && isNoPlaceholder(word.text)
					: isNoPlaceholder(word.text) && !/^[A-Z][A-Z_]*$/.test(word.text);
			const range: TextRange | null = word.text.length >= 4 ? partOf(word) : null;
			return {
				secrets: isSecret && range !== null ? [range] : [],
				openFrom: word.isOpen ? word.start : null,
				seen: [],
			};
		},
	};
}
