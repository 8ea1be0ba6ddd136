import {expect, it} from 'vitest';
import {emptyState} from '../../../source/state/empty-state.ts';
import type {Chat} from '../../../source/state/state.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {contextItem} from '../../../source/view/status/context-item.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {initialUiState} from '../../../source/view/ui-state/ui-state.ts';

const paint = createPaint(builtInThemes[0]!, 0);

function words(chat: Partial<Chat>): string {
	const state = {...emptyState, chat: {...emptyState.chat, ...chat}};
	const facts = {state, ui: initialUiState, now: 0, isProxySilent: false, hidden: [], dots: null};
	return contextItem
		.parts(facts, paint)
		.map(({text}) => text)
		.join('|');
}

it.each([
	[0, 0, ''],
	[0, 200_000, ''],
	[900, 200_000, ''],
	[24_000, 200_000, '12 % full'],
	[190_000, 200_000, '95 % full'],
	[900, 0, '900 tokens'],
])('%i tokens of %i are told as %j', (contextTokens, windowTokens, expected) => {
	expect(words({contextTokens, windowTokens})).toBe(expected);
});

it('the context stands out before it is compacted', () => {
	const coloured = createPaint(builtInThemes[0]!, 3);
	const state = (contextTokens: number) => ({
		...{ui: initialUiState, now: 0, isProxySilent: false, hidden: [], dots: null},
		state: {...emptyState, chat: {...emptyState.chat, contextTokens, windowTokens: 100}},
	});
	const shown = (tokens: number) => contextItem.parts(state(tokens), coloured)[0]?.text;
	expect(shown(75)).toBe(coloured.style('status.warn', '75 % full'));
	expect(shown(60)).toBe(coloured.style('text.dim', '60 % full'));
});
