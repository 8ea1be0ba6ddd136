import {userThemeNames} from '../storage/themes.ts';
import {builtInThemes} from '../view/built-in-themes.ts';

/** The built-in themes and those of the user. */
export function themeNames(configFolder: string): readonly string[] {
	return [...builtInThemes.map(({name}) => name), ...userThemeNames(configFolder)];
}
