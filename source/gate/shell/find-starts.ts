import type {Word} from './script.ts';

/** Returns the folders in which `find` begins to search. */
export function findStarts(rest: readonly Word[]): readonly Word[] {
	const options = rest.findIndex(({text}) => !/^-(?:[HLP]|D|O\d)/.test(text));
	const end = rest.findIndex(({text}, index) => index >= options && /^[-(!]/.test(text));
	const starts = rest.slice(Math.max(0, options), end === -1 ? rest.length : end);
	return starts.length === 0 ? [here] : starts;
}

const here = {text: '.', isSeen: true} as Word;
