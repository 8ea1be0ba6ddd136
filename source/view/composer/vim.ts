import {leftOf, lineEnd, lineStart, rightOf} from './boundary.ts';
import {type Draft, moveTo, type Range, replace} from './draft.ts';
import {commands} from './vim-commands.ts';
import {firstWord, type Motion, motionOf} from './vim-motions.ts';
import {
	countOf,
	inserting,
	isPending,
	keepInLine,
	type Operator,
	settled,
	type Vim,
	type VimStep,
} from './vim-state.ts';

/**
 * Handles a key, written as in key tables (`chordOf`). Returns null for keys that vim mode does not
 * handle: in insert mode everything but Escape, in normal mode whatever vi doesn't know.
 */
export function vimKey(vim: Vim, draft: Draft, chord: string): VimStep | null {
	if (vim.mode === 'insert') {
		return chord === 'escape' ? leaveInsert(vim, draft) : null;
	}
	if (/^[1-9]$/.test(chord) || (chord === '0' && vim.count !== '')) {
		return {vim: {...vim, count: (vim.count + chord).slice(0, countDigitsMax)}, draft};
	}
	if (chord === 'g' && vim.prefix === null) {
		return {vim: {...vim, prefix: 'g'}, draft};
	}
	const name = vim.prefix === null ? chord : vim.prefix + chord;
	const step = act(vim, draft, name);
	return step ?? (isPending(vim) ? {vim: settled(vim), draft} : null);
}

const countDigitsMax = 4;

function leaveInsert(vim: Vim, draft: Draft): VimStep {
	const start = lineStart(draft.text, draft.caret);
	const to = Math.max(start, leftOf(draft, draft.caret));
	return {vim: {...settled(vim), mode: 'normal'}, draft: moveTo(draft, {to})};
}

function act(vim: Vim, draft: Draft, name: string): VimStep | null {
	const motion = motionOf(vim.operator, name, draft);
	if (motion) {
		return vim.operator ? operate(vim, draft, motion) : travel(vim, draft, motion);
	}
	if (name === 'd' || name === 'c' || name === 'y') {
		return startOperator(vim, draft, name);
	}
	const isCommand = vim.operator === null && Object.hasOwn(commands, name);
	return isCommand ? commands[name as keyof typeof commands](vim, draft) : null;
}

function travel(vim: Vim, draft: Draft, motion: Motion): VimStep {
	const {to, goal = null} = motion.go(draft, countOf(vim));
	return {vim: settled(vim), draft: keepInLine({...draft, caret: to}, goal)};
}

function startOperator(vim: Vim, draft: Draft, operator: Operator): VimStep | null {
	if (vim.operator === operator) {
		return applyToLines({vim, draft, operator}, {from: draft.caret, to: lastOfLines(vim, draft)});
	}
	return vim.operator === null
		? {vim: {...vim, operator, operatorCount: vim.count, count: ''}, draft}
		: null;
}

function lastOfLines(vim: Vim, {text, caret}: Draft): number {
	let last = caret;
	for (let line = 1; line < (countOf(vim) ?? 1); line += 1) {
		last = Math.min(text.length, lineEnd(text, last) + 1);
	}
	return last;
}

type Operation = {readonly vim: Vim; readonly draft: Draft; readonly operator: Operator};

function operate(vim: Vim, draft: Draft, motion: Motion): VimStep {
	const {to} = motion.go(draft, countOf(vim));
	const operation = {vim, draft, operator: vim.operator!};
	const range = {from: Math.min(draft.caret, to), to: Math.max(draft.caret, to)};
	switch (motion.reach) {
		case 'lines':
			return applyToLines(operation, range);
		case 'including': {
			const end = Math.min(lineEnd(draft.text, range.to), rightOf(draft, range.to));
			return applyToCharacters(operation, {from: range.from, to: end});
		}
		case 'excluding':
			return applyToCharacters(operation, range);
	}
}

function applyToCharacters({vim, draft, operator}: Operation, range: Range): VimStep {
	const text = draft.text.slice(range.from, range.to);
	const register = text === '' ? vim.register : ({text, type: 'characters'} as const);
	if (operator === 'y') {
		return {vim: {...settled(vim), register}, draft: moveTo(draft, {to: range.from})};
	}
	const cut = replace(draft, range, {text: '', last: {type: 'none'}});
	return operator === 'c'
		? {vim: {...inserting(vim), register}, draft: cut}
		: {vim: {...settled(vim), register}, draft: keepInLine(cut)};
}

function applyToLines({vim, draft, operator}: Operation, touched: Range): VimStep {
	const {text} = draft;
	const from = lineStart(text, touched.from);
	const to = lineEnd(text, touched.to);
	const register = {text: text.slice(from, to), type: 'lines'} as const;
	const remove = (range: Range) => replace(draft, range, {text: '', last: {type: 'none'}});
	switch (operator) {
		case 'y':
			return {
				vim: {...settled(vim), register},
				draft: moveTo(draft, {to: Math.min(touched.from, draft.caret)}),
			};
		case 'c':
			return {vim: {...inserting(vim), register}, draft: remove({from, to})};
		case 'd': {
			const isLast = to === text.length;
			const cut = remove(isLast ? {from: Math.max(0, from - 1), to} : {from, to: to + 1});
			const first = firstWord.go(cut, null).to;
			return {vim: {...settled(vim), register}, draft: moveTo(cut, {to: first})};
		}
	}
}
