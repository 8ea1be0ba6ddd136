import {findTheme, loadThemes, type UserThemes, userThemeNames} from '../storage/themes.ts';
import {builtInThemeData, builtInThemes} from '../view/built-in-themes.ts';
import {completeTheme, isStyle, type Theme, tokens} from '../view/theme.ts';

/** The names of the built-in themes and of the user's own. */
export function themeNames(configFolder: string): readonly string[] {
	return [...builtInThemes.map(({name}) => name), ...userThemeNames(configFolder)];
}

/** All themes with their colours, and warnings about mistakes in the user's own. */
export function allThemes(configFolder: string): UserThemes<Theme> {
	const {themes, warnings} = loadThemes({...source, folder: configFolder});
	return {themes: [...builtInThemes, ...themes.map(completeTheme)], warnings};
}

/** Reads one theme and no other; null if there is none of this name that can be used. */
export function themeNamed(configFolder: string, name: string): Theme | null {
	const builtIn = builtInThemes.find(theme => theme.name === name);
	const own = builtIn ? null : findTheme({...source, folder: configFolder}, name);
	return builtIn ?? (own && completeTheme(own));
}

const source = {builtIn: builtInThemeData, tokens, isStyle};
