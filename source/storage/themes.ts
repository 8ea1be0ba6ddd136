import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {isJsonObject, type JsonObject} from '../events/json.ts';
import {codeOf, readTextFile} from '../platform/atomic-file.ts';
import {didYouMean} from '../platform/nearest.ts';

/** A theme as data: `name`, `ascii`, and a style for every token. */
export type ThemeData = {readonly name: string; readonly ascii: boolean} & {
	readonly [token: string]: string | boolean;
};

export type UserThemes<Theme> = {
	readonly themes: readonly Theme[];
	readonly warnings: readonly string[];
};

type ThemeSource<Theme> = {
	readonly folder: string;
	readonly builtIn: readonly Theme[];
	/** Whether the words of a style are known. The view decides, because it owns the styles. */
	readonly isStyle: (style: string) => boolean;
};

/**
 * Reads `themes/*.json`. Each names a built-in theme as `base`, and only its differences. Mistakes
 * are skipped and reported; the theme is always complete.
 */
export function loadThemes<Theme extends ThemeData>(source: ThemeSource<Theme>): UserThemes<Theme> {
	const warnings: string[] = [];
	const themes = jsonFiles(themesFolder(source.folder), warnings).flatMap(
		file => loadTheme(source, file.slice(0, -suffix.length), text => warnings.push(text)) ?? [],
	);
	return {themes, warnings};
}

/** Finds one of the user's themes before the view is loaded; null if it can't be used. */
export function findTheme<Theme extends ThemeData>(
	source: ThemeSource<Theme>,
	name: string,
): Theme | null {
	return loadTheme(source, name, () => {});
}

export function userThemeNames(folder: string): readonly string[] {
	return jsonFiles(themesFolder(folder), []).map(file => file.slice(0, -suffix.length));
}

const suffix = '.json';

function themesFolder(folder: string): string {
	return join(folder, 'themes');
}

function loadTheme<Theme extends ThemeData>(
	{folder, builtIn, isStyle}: ThemeSource<Theme>,
	name: string,
	onWarning: (text: string) => void,
): Theme | null {
	const path = join(themesFolder(folder), `${name}${suffix}`);
	const warn = (message: string) => onWarning(`${path}: ${message}`);
	const data = readTheme(path, warn);
	const base = data && baseOf(data, builtIn, warn);
	return data && base && overBase({data, base, name, isStyle, warn});
}

const filesMax = 100;

function jsonFiles(folder: string, warnings: string[]): readonly string[] {
	try {
		return readdirSync(folder)
			.filter(name => name.endsWith(suffix))
			.sort()
			.slice(0, filesMax);
	} catch (error) {
		if (codeOf(error) !== 'ENOENT') {
			warnings.push(`${folder} can't be read (${codeOf(error)}).`);
		}
		return [];
	}
}

function readTheme(path: string, warn: (message: string) => void): JsonObject | null {
	try {
		const value: unknown = JSON.parse(readTextFile(path) ?? '');
		if (isJsonObject(value)) {
			return value;
		}
		warn('a theme is one JSON object of tokens and styles. It is not used.');
	} catch (error) {
		warn(
			codeOf(error) === ''
				? 'it is not JSON, so it is not used.'
				: `it can't be read (${codeOf(error)}).`,
		);
	}
	return null;
}

function baseOf<Theme extends ThemeData>(
	data: JsonObject,
	builtIn: readonly Theme[],
	warn: (message: string) => void,
): Theme | null {
	const wanted = data['base'] ?? 'dark';
	const base = builtIn.find(({name}) => name === wanted);
	if (!base) {
		const names = builtIn.map(({name}) => name);
		warn(`"base" must be one of ${names.join(', ')}.${didYouMean(String(wanted), names)}`);
	}
	return base ?? builtIn[0] ?? null;
}

type Overlaid<Theme> = {
	readonly data: JsonObject;
	readonly base: Theme;
	readonly name: string;
	readonly isStyle: (style: string) => boolean;
	readonly warn: (message: string) => void;
};

function overBase<Theme extends ThemeData>(theme: Overlaid<Theme>): Theme {
	const {data, base, name} = theme;
	const own = Object.entries(data).filter(([token, value]) => isUsable(theme, token, value));
	// All tokens of the base are present, and each override has the type of what it replaces.
	return {...base, ...Object.fromEntries(own), name} as Theme;
}

function isUsable<Theme extends ThemeData>(
	{base, isStyle, warn}: Overlaid<Theme>,
	token: string,
	value: unknown,
): boolean {
	if (token === 'base' || token === 'name') {
		return false;
	}
	if (!Object.hasOwn(base, token)) {
		warn(`"${token}" is not a token of a theme.${didYouMean(token, Object.keys(base))}`);
		return false;
	}
	if (typeof value !== typeof base[token]) {
		warn(`"${token}" must be ${token === 'ascii' ? 'true or false' : 'a text'}.`);
		return false;
	}
	if (typeof value === 'string' && !isStyle(value)) {
		warn(
			`"${token}" has a word that is no colour: "${value}". Write words such as "bold cyan", "#88aaff", "on black".`,
		);
		return false;
	}
	return true;
}
