import {expect, it} from 'vitest';
import {emptyState} from '../../../source/state/empty-state.ts';
import type {Chat} from '../../../source/state/state.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {costItem} from '../../../source/view/status/cost-item.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {initialUiState} from '../../../source/view/ui-state/ui-state.ts';

const paint = createPaint(builtInThemes[0]!, 0);

function words(chat: Partial<Chat>): string {
	const state = {...emptyState, chat: {...emptyState.chat, ...chat}};
	const facts = {state, ui: initialUiState, now: 0, isProxySilent: false, hidden: [], dots: null};
	return costItem
		.parts(facts, paint)
		.map(({text}) => text)
		.join('|');
}

it.each([
	[{usd: 0, unpriced: 0}, 0, ''],
	[{usd: 0, unpriced: 3}, 0, ''],
	[{usd: 0.004, unpriced: 0}, 0, '<$0.01'],
	[{usd: 1.236, unpriced: 0}, 0, '$1.24'],
	[{usd: 1.236, unpriced: 2}, 0, '$1.24 and more'],
	[{usd: 1.236, unpriced: 0}, 1, '$1.24 and more'],
])('a cost of %j with %i unreported is told as %j', (cost, unreported, expected) => {
	expect(words({cost, unreported})).toBe(expected);
});
