import {expect, it} from 'vitest';
import type {ToolCall} from '../../../source/state/state.ts';
import {warningsOf} from '../../../source/view/cards/card-calls.ts';

it('what a card gives as the reason it does not say again as a warning', () => {
	const status = {
		type: 'waiting',
		dangers: ["can't be seen through: which program runs", 'overwrites a'],
		why: "it can't be seen through: which program runs",
	};
	expect(warningsOf([{status} as unknown as ToolCall])).toEqual({
		dangers: ['overwrites a'],
		whys: ["it can't be seen through: which program runs"],
	});
});
