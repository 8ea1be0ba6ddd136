import type {Settings} from '../events/settings.ts';
import {createKeymap} from '../view/actions/keymap.ts';

/** What is wrong with the user's own keys, in the words that a session says at its start. */
export function keyProblems({keys}: Pick<Settings, 'keys'>): readonly string[] {
	return createKeymap(keys).problems;
}
