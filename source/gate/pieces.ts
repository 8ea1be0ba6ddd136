import {openFound, openReader, type ShellReader} from './shell/reader.ts';
import {readOperator, redirections, skipBlanks} from './shell/tokens.ts';
import {readWord} from './shell/word.ts';

type PieceText = {readonly at: number; readonly text: string};

/** One simple command of a line, with its position there. */
export type Piece = PieceText & {
	/**
	 * The command's words and the files of its redirections; `means` is the word without its quotes.
	 */
	readonly words: readonly (PieceText & {readonly means: string})[];
	/** Its input is the output of the command before it. */
	readonly isPiped: boolean;
};

/**
 * Returns the simple commands of a line with their positions, including those in substitutions.
 * Only `riskyParts` uses this, to mark parts on a card; decisions are based on `readScript`.
 * Returns none for a line with a here-document.
 */
export function piecesOf(source: string): readonly Piece[] {
	const pieces: Piece[] = [];
	let hasDocument = false;
	const readList: ShellReader['readList'] = (reader, end) => {
		let words: Piece['words'][number][] = [];
		let isPiped = false;
		let start: number | null = null;
		let to = reader.at;
		const finish = () => {
			if (start !== null && reader.source === source) {
				pieces.push({at: start, text: source.slice(start, to), words, isPiped});
			}
			words = [];
			start = null;
		};
		while (skipBlanks(reader)) {
			const {at} = reader;
			const operator = readOperator(reader);
			if (operator === null) {
				const means = readSomething(reader);
				to = reader.at;
				if (start !== null || !opensCommand.has(means)) {
					start ??= at;
					words.push({at, text: reader.source.slice(at, to), means});
				}
			} else if (operator === '<(' || operator === '>(') {
				start ??= at;
				readList(reader, ')');
				to = reader.at;
			} else if (redirections.has(operator)) {
				start ??= at;
				hasDocument ||= operator === '<<' || operator === '<<-';
			} else {
				finish();
				isPiped = operator === '|' || operator === '|&';
				if (operator === '(') {
					readList(reader, ')');
				} else if (operator === ')' && end === ')') {
					return;
				}
			}
		}
		finish();
	};
	readList(openReader(source, {found: openFound(), depth: 0, readList}), 'end');
	return hasDocument ? [] : pieces;
}

/** After one of these words, a new command begins. */
const opensCommand = new Set(['then', 'do', 'else', 'elif', 'if', 'while', 'until', '{', '!']);

/** Reads a word. If none begins here, skips one character, so that reading never gets stuck. */
function readSomething(reader: ShellReader): string {
	const {at} = reader;
	const {text} = readWord(reader);
	if (reader.at === at) {
		reader.at += 1;
	}
	return text;
}
