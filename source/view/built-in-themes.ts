import ascii from '../../themes/ascii.json' with {type: 'json'};
import contrast from '../../themes/contrast.json' with {type: 'json'};
import dark from '../../themes/dark.json' with {type: 'json'};
import light from '../../themes/light.json' with {type: 'json'};
import sixteen from '../../themes/sixteen.json' with {type: 'json'};
import {completeTheme, type Theme, type ThemeData} from './theme.ts';

const written: readonly ThemeData[] = [dark, light, contrast, sixteen, ascii];

function overBase(theme: ThemeData): ThemeData {
	const base = written.find(({name}) => name === theme.base);
	return base ? {...overBase(base), ...theme} : theme;
}

/**
 * The built-in themes, each merged with the theme that it is based on. Styles that only a fallback
 * gives are missing.
 */
export const builtInThemeData: readonly ThemeData[] = written.map(overBase);

const darkTheme = completeTheme(dark);
const asciiTheme = completeTheme(overBase(ascii));

/** Replaces `default` if the terminal reports a light background. */
export const lightTheme: Theme = completeTheme(light);

export const builtInThemes: readonly Theme[] = [
	darkTheme,
	lightTheme,
	completeTheme(contrast),
	completeTheme(sixteen),
	asciiTheme,
];

/**
 * Guesses the theme behind `default` from the environment alone, before the terminal has answered,
 * so that the first frame and all later ones agree.
 */
export function defaultTheme(env: Readonly<Record<string, string | undefined>>): Theme {
	if (env['TERM'] === 'linux' || env['TERM'] === 'dumb' || !isUnicode(env)) {
		return asciiTheme;
	}
	const ground = /;(\d+)$/.exec(env['COLORFGBG'] ?? '')?.[1];
	return ground === '7' || ground === '15' ? lightTheme : darkTheme;
}

/** An unset locale counts as Unicode, because terminals treat it so. */
function isUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
	const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
	return !locale.includes('.') || /utf-?8/i.test(locale);
}
