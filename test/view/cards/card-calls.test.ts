import {expect, it} from 'vitest';
import type {ToolCall} from '../../../source/state/state.ts';
import {warningsOf} from '../../../source/view/cards/card-calls.ts';

it('what a card gives as the reason it does not say again as a warning', () => {
	const status = {
		type: 'waiting',
		dangers: ['the line does not tell which program runs', 'overwrites a'],
		why: 'the line does not tell which program runs, also',
	};
	expect(warningsOf([{status} as unknown as ToolCall])).toEqual({
		dangers: ['overwrites a'],
		whys: ['the line does not tell which program runs, also'],
	});
});
