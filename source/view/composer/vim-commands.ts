import {lineEnd, lineStart, rightOf} from './boundary.ts';
import {type Draft, moveTo, type Range, redo, replace, undo} from './draft.ts';
import {firstWord} from './vim-motions.ts';
import {countOf, inserting, keepInLine, settled, type Vim, type VimStep} from './vim-state.ts';

/** Keys of normal mode that are neither motions nor operators. */
export const commands = {
	i: (vim, draft) => ({vim: inserting(vim), draft}),
	a: (vim, draft) => {
		const to = Math.min(lineEnd(draft.text, draft.caret), rightOf(draft, draft.caret));
		return {vim: inserting(vim), draft: moveTo(draft, {to})};
	},
	I: (vim, draft) => ({
		vim: inserting(vim),
		draft: moveTo(draft, {to: firstWord.go(draft, null).to}),
	}),
	A: (vim, draft) => ({
		vim: inserting(vim),
		draft: moveTo(draft, {to: lineEnd(draft.text, draft.caret)}),
	}),
	o: (vim, draft) => {
		const end = lineEnd(draft.text, draft.caret);
		return {vim: inserting(vim), draft: put(draft, {from: end, to: end}, '\n')};
	},
	O: (vim, draft) => {
		const start = lineStart(draft.text, draft.caret);
		const opened = put(draft, {from: start, to: start}, '\n');
		return {vim: inserting(vim), draft: {...opened, caret: start}};
	},
	x: (vim, draft) => cutRight(vim, draft),
	delete: (vim, draft) => cutRight(vim, draft),
	D: (vim, draft) => cut(vim, draft, {from: draft.caret, to: lineEnd(draft.text, draft.caret)}),
	C: (vim, draft) => {
		const range = {from: draft.caret, to: lineEnd(draft.text, draft.caret)};
		const register = {text: draft.text.slice(range.from, range.to), type: 'characters'} as const;
		return {vim: {...inserting(vim), register}, draft: put(draft, range, '')};
	},
	p: (vim, draft) => putRegister(vim, draft, 'after'),
	P: (vim, draft) => putRegister(vim, draft, 'before'),
	u: (vim, draft) => ({vim: settled(vim), draft: keepInLine(times(vim, draft, undo))}),
	'ctrl+r': (vim, draft) => ({vim: settled(vim), draft: keepInLine(times(vim, draft, redo))}),
} as const satisfies Readonly<Record<string, (vim: Vim, draft: Draft) => VimStep>>;

function put(draft: Draft, range: Range, text: string): Draft {
	return replace(draft, range, {text, last: {type: 'none'}});
}

function cutRight(vim: Vim, draft: Draft): VimStep {
	const end = lineEnd(draft.text, draft.caret);
	let to = draft.caret;
	for (let done = 0; done < (countOf(vim) ?? 1) && to < end; done += 1) {
		to = rightOf(draft, to);
	}
	return cut(vim, draft, {from: draft.caret, to});
}

function cut(vim: Vim, draft: Draft, range: Range): VimStep {
	if (range.from === range.to) {
		return {vim: settled(vim), draft};
	}
	const register = {text: draft.text.slice(range.from, range.to), type: 'characters'} as const;
	return {vim: {...settled(vim), register}, draft: keepInLine(put(draft, range, ''))};
}

function putRegister(vim: Vim, draft: Draft, side: 'before' | 'after'): VimStep {
	const {text, type} = vim.register;
	if (text === '' && type === 'characters') {
		return {vim: settled(vim), draft};
	}
	const count = countOf(vim) ?? 1;
	const next =
		type === 'lines'
			? putLines(draft, Array<string>(count).fill(text).join('\n'), side)
			: putCharacters(draft, text.repeat(count), side);
	return {vim: settled(vim), draft: next};
}

function putCharacters(draft: Draft, text: string, side: 'before' | 'after'): Draft {
	const end = lineEnd(draft.text, draft.caret);
	const at = side === 'before' ? draft.caret : Math.min(end, rightOf(draft, draft.caret));
	const done = put(draft, {from: at, to: at}, text);
	return keepInLine({...done, caret: Math.max(at, done.caret - 1)});
}

function putLines(draft: Draft, text: string, side: 'before' | 'after'): Draft {
	if (side === 'before') {
		const start = lineStart(draft.text, draft.caret);
		return moveTo(put(draft, {from: start, to: start}, `${text}\n`), {to: start});
	}
	const end = lineEnd(draft.text, draft.caret);
	return moveTo(put(draft, {from: end, to: end}, `\n${text}`), {to: end + 1});
}

function times(vim: Vim, draft: Draft, step: (draft: Draft) => Draft): Draft {
	let next = draft;
	for (let done = 0; done < (countOf(vim) ?? 1); done += 1) {
		next = step(next);
	}
	return next;
}
