import {leftOf, lineEnd, lineStart} from './boundary.ts';
import {type Draft, moveTo} from './draft.ts';

/** The state of vi's keys: normal and insert mode, counts, and the operators `d`, `c`, `y`. */
export type Vim = {
	readonly mode: 'insert' | 'normal';
	/** The digits of a count that were typed so far. After an operator, only those that follow it. */
	readonly count: string;
	readonly operator: Operator | null;
	/** The digits that were typed before an operator. */
	readonly operatorCount: string;
	/** `g` was typed; the next key completes the command. */
	readonly prefix: 'g' | null;
	readonly register: Register;
};

export type Operator = 'd' | 'c' | 'y';

export type Register = {readonly text: string; readonly type: 'characters' | 'lines'};

export type VimStep = {readonly vim: Vim; readonly draft: Draft};

export const initialVim: Vim = {
	mode: 'insert',
	count: '',
	operator: null,
	operatorCount: '',
	prefix: null,
	register: {text: '', type: 'characters'},
};

const countMax = 1000;

export function isPending({count, operator, prefix}: Vim): boolean {
	return count !== '' || operator !== null || prefix !== null;
}

export function settled(vim: Vim): Vim {
	return {...vim, count: '', operator: null, operatorCount: '', prefix: null};
}

export function inserting(vim: Vim): Vim {
	return {...settled(vim), mode: 'insert'};
}

/** The count for a key; null if none was typed, which for some keys is not the same as 1. */
export function countOf({count, operatorCount}: Vim): number | null {
	if (count === '' && operatorCount === '') {
		return null;
	}
	return Math.min(countMax, Number(count || 1) * Number(operatorCount || 1));
}

/**
 * Moves the caret back onto a character: in normal mode it can't stand behind the last one of a
 * line.
 */
export function keepInLine(draft: Draft, goal: number | null = null): Draft {
	const {text, caret} = draft;
	const start = lineStart(text, caret);
	const end = lineEnd(text, caret);
	const to = caret === end && end > start ? leftOf(draft, end) : caret;
	return moveTo(draft, {to, goal});
}
