import type {CommandList} from './list.ts';
import {knownWord, mayGoOn, type ShellReader, unknownWord, type Word} from './reader.ts';
import {readOperator, skipBlanks} from './tokens.ts';
import {readWord} from './word.ts';

/**
 * Reads `[[ … ]]`. In shells where `[[` is a program, its operators join commands and redirect;
 * these readings are listed too.
 */
export function takeTest(reader: ShellReader, list: CommandList): void {
	const {found} = reader;
	let joined = '';
	let isGrouped = false;
	while (mayGoOn(reader) && skipBlanks(reader)) {
		const operator = readOperator(reader);
		if (operator === null) {
			const word = readWord(reader);
			list.command.words.push(word);
			listJoined(reader, {joined, word});
			if (word.isPlain && word.text === ']]') {
				list.isBehindBlock = true;
				return;
			}
			// Where `[[` is a program, the word after `!` can be a command.
			joined = word.isPlain && word.text === '!' ? joined : '';
		} else if (operator === ';' || operator === '&' || operator === '<(' || operator === '>(') {
			found.unseen.add(`"${operator}" in a test`);
			return;
		} else {
			if (operator === '(' && reader.source[reader.at] === '#') {
				found.unseen.add('a pattern as only zsh has it');
			}
			if (operator.startsWith('|') && operator !== '||' && !isGrouped) {
				found.unseen.add('"|" in a test');
			}
			isGrouped ||= operator === '(';
			joined = operator === '(' && joined !== '' ? joined : operator;
		}
	}
	found.unseen.add('a test without an end');
}

function listJoined({found}: ShellReader, {joined, word}: {joined: string; word: Word}): void {
	if (joined.startsWith('>')) {
		if (!word.isSeen) {
			found.unseen.add('a redirection to a place that is not known');
		}
		found.writes.push({target: word.text, how: 'overwrite', from: found.folders});
	} else if (/^(?:&&|\|\|?|\n)$/.test(joined)) {
		// No program is called `!` or `-f`.
		const isSign = word.isSeen && /^(?:!|-\w)$/.test(word.text);
		const isKnown = isSign || joined === '&&';
		found.commands.push({words: [knownWord(word.text), unknownWord], isPiped: false});
		if (!isKnown) {
			found.unseen.add('a test that is a command in some shells');
		}
	}
}

/** Checks `[[`, `[` and `test`: some shells evaluate the operands of a comparison as arithmetic. */
export function judgeTest({found}: ShellReader, words: readonly Word[]): void {
	words.forEach((word, index) => {
		// After an unknown operator, the word may name an element of an array, and shells evaluate its
		// index.
		if (word.isSeen && /\[[^\]]*[$`]/.test(word.text)) {
			found.unseen.add('a test of a name that is not plain');
		}
		const before = words[index - 1]?.text ?? '';
		const after = words[index + 1]?.text ?? '';
		if (before === '-v' || before === '-R') {
			judgeName(found, word);
		}
		if (comparing.test(after) || comparing.test(before)) {
			judgeNumber(found, word);
		}
	});
}

const comparing = /^-(?:eq|ne|lt|le|gt|ge)$/;

type Found = ShellReader['found'];

function judgeName({unseen}: Found, word: Word): void {
	if (!word.isSeen || !/^\w+$/.test(word.text)) {
		unseen.add('a test of a name that is not plain');
	}
}

function judgeNumber({unseen, counted}: Found, word: Word): void {
	for (const name of word.names) {
		if (!/^[#?$!]$/.test(name)) {
			counted.add(name);
		}
	}
	const isHarmless = word.isSeen ? /^[-+]?\w*$/.test(word.text) : word.isNumber;
	if (!isHarmless) {
		unseen.add('a comparison of numbers that are not known');
	} else if (word.isSeen && /^[A-Za-z_]/.test(word.text)) {
		counted.add(word.text);
	}
}
