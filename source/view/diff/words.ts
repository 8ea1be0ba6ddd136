import {diffSequences} from '../../text/myers.ts';
import type {DiffLine} from './diff.ts';

/** A piece of a changed line. `changed` marks text that its counterpart lacks. */
export type WordPiece = {readonly text: string; readonly changed: boolean};

/** If more than this share of both lines differs, they are not compared word by word. */
const changedShareMax = 0.6;
const lineCharactersMax = 1000;
const wordChangesMax = 100;

/** Compares each changed line with its counterpart. Returns the pieces of both. */
export function wordChanges(
	lines: readonly DiffLine[],
): ReadonlyMap<DiffLine, readonly WordPiece[]> {
	const pieces = new Map<DiffLine, readonly WordPiece[]>();
	for (const [removed, added] of pairsOf(lines)) {
		const compared = compareWords(removed.text, added.text);
		if (compared) {
			pieces.set(removed, compared.before);
			pieces.set(added, compared.after);
		}
	}
	return pieces;
}

type Removed = Extract<DiffLine, {type: 'remove'}>;
type Added = Extract<DiffLine, {type: 'add'}>;

/** Pairs removed lines with added lines of the same change, in order. */
export function pairsOf(lines: readonly DiffLine[]): readonly (readonly [Removed, Added])[] {
	const pairs: (readonly [Removed, Added])[] = [];
	let removed: Removed[] = [];
	let count = 0;
	for (const line of lines) {
		if (line.type === 'remove') {
			if (count > 0) {
				removed = [];
				count = 0;
			}
			removed.push(line);
		} else if (line.type === 'add') {
			const partner = removed[count];
			if (partner) {
				pairs.push([partner, line]);
			}
			count += 1;
		} else {
			removed = [];
			count = 0;
		}
	}
	return pairs;
}

export function compareWords(
	before: string,
	after: string,
): {before: readonly WordPiece[]; after: readonly WordPiece[]} | null {
	if (before.length > lineCharactersMax || after.length > lineCharactersMax) {
		return null;
	}
	const old = wordsOf(before);
	const young = wordsOf(after);
	const pieces = {before: [] as WordPiece[], after: [] as WordPiece[]};
	for (const run of diffSequences(old, young, wordChangesMax)) {
		const changed = run.type !== 'same';
		if (run.type !== 'add') {
			const text = old.slice(run.before, run.before + run.length).join('');
			pieces.before.push({text, changed});
		}
		if (run.type !== 'remove') {
			const text = young.slice(run.after, run.after + run.length).join('');
			pieces.after.push({text, changed});
		}
	}
	const isAlike = [pieces.before, pieces.after].every(
		list => changedShare(list) <= changedShareMax,
	);
	return isAlike ? pieces : null;
}

function changedShare(pieces: readonly WordPiece[]): number {
	const words = (list: readonly WordPiece[]) =>
		list.reduce((sum, piece) => sum + piece.text.replaceAll(/\s/g, '').length, 0);
	const total = words(pieces);
	return total === 0 ? 0 : words(pieces.filter(piece => piece.changed)) / total;
}

function wordsOf(text: string): readonly string[] {
	return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}
