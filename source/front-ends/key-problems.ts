import type {Settings} from '../events/settings.ts';
import {createKeymap} from '../view/actions/keymap.ts';

/**
 * Describes what is wrong with the user's own key settings, as a session reports it at its start.
 */
export function keyProblems({keys}: Pick<Settings, 'keys'>): readonly string[] {
	return createKeymap(keys).problems;
}
