import type {KeyPress} from '../../keys/key.ts';
import type {RunAction} from '../actions/action.ts';
import type {InputTools} from '../input/input-tools.ts';
import {mayAnswer} from '../input/may-answer.ts';

/**
 * Makes an action that answers a card. Each card needs a key press of its own: a burst of text, a
 * held key or a key that comes too early is no answer.
 */
export function oncePressed(run: (tools: InputTools) => unknown): RunAction {
	return (tools: InputTools, key: KeyPress | null): boolean => {
		if (key?.isBurst) {
			return false;
		}
		if (tools.heldKey.goesOn(key)) {
			tools.flash('Each card wants its own press: let go of the key first.');
			return true;
		}
		const isAnswer = mayAnswer(tools) && run(tools) !== false;
		if (isAnswer) {
			tools.heldKey.pressed(key);
		}
		return isAnswer;
	};
}
