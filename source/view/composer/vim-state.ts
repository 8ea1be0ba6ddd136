import {leftOf, lineEnd, lineStart} from './boundary.ts';
import {type Draft, moveTo} from './draft.ts';

/** The editing of vi for those whose hands know it: normal and insert mode, counts, `d`, `c`, `y`. */
export type Vim = {
	readonly mode: 'insert' | 'normal';
	/** Digits typed so far, after an operator if there is one. */
	readonly count: string;
	readonly operator: Operator | null;
	/** Digits that were typed before the operator. */
	readonly operatorCount: string;
	/** `g` waits for its second key. */
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

/** `null` where none was typed, which is not the same as 1 for every key. */
export function countOf({count, operatorCount}: Vim): number | null {
	if (count === '' && operatorCount === '') {
		return null;
	}
	return Math.min(countMax, Number(count || 1) * Number(operatorCount || 1));
}

/** In normal mode the caret stands on a character, not behind the last one of its line. */
export function keepInLine(draft: Draft, goal: number | null = null): Draft {
	const {text, caret} = draft;
	const start = lineStart(text, caret);
	const end = lineEnd(text, caret);
	const to = caret === end && end > start ? leftOf(draft, end) : caret;
	return moveTo(draft, {to, goal});
}
