import {userThemeNames} from '../storage/themes.ts';
import {builtInThemes} from '../view/built-in-themes.ts';

/** Ours, and the files of the user's own. */
export function themeNames(configFolder: string): readonly string[] {
	return [...builtInThemes.map(({name}) => name), ...userThemeNames(configFolder)];
}
