import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {isJsonObject, type Json} from '../events/json.ts';
import {codeOf, readTextFile} from '../platform/atomic-file.ts';
import {didYouMean} from '../platform/nearest.ts';

/** A theme as data: `name`, `base`, `ascii`, and styles by token. */
type ThemeFile = {readonly [key: string]: Json | undefined};

export type UserThemes<Theme> = {
	readonly themes: readonly Theme[];
	readonly warnings: readonly string[];
};

type ThemeSource<Theme> = {
	readonly folder: string;
	readonly builtIn: readonly Theme[];
	/**
	 * The tokens to which a theme can give a style. The view defines them, and how styles are
	 * written.
	 */
	readonly tokens: readonly string[];
	readonly isStyle: (style: string) => boolean;
};

/**
 * Reads `themes/*.json`. Each names as `base` the theme that it builds on, a built-in one or another
 * of the user's, and only its differences. Mistakes are skipped and reported.
 */
export function loadThemes<Theme extends {readonly name: string}>(
	source: ThemeSource<Theme>,
): UserThemes<Theme> {
	const warnings: string[] = [];
	const themes = jsonFiles(themesFolder(source.folder), warnings).flatMap(file => {
		const name = file.slice(0, -suffix.length);
		return loadTheme(source, {names: [name], onWarning: text => warnings.push(text)}) ?? [];
	});
	return {themes, warnings};
}

/** Finds one of the user's themes before the view is loaded; null if it can't be used. */
export function findTheme<Theme extends {readonly name: string}>(
	source: ThemeSource<Theme>,
	name: string,
): Theme | null {
	return loadTheme(source, {names: [name], onWarning() {}});
}

export function userThemeNames(folder: string): readonly string[] {
	return jsonFiles(themesFolder(folder), []).map(file => file.slice(0, -suffix.length));
}

const suffix = '.json';

function themesFolder(folder: string): string {
	return join(folder, 'themes');
}

type Wanted = {
	/**
	 * The theme to load, followed by the themes that build on it. The last one is the theme that was
	 * asked for.
	 */
	readonly names: readonly [string, ...string[]];
	readonly onWarning: (text: string) => void;
};

function loadTheme<Theme extends {readonly name: string}>(
	source: ThemeSource<Theme>,
	{names, onWarning}: Wanted,
): Theme | null {
	const path = join(themesFolder(source.folder), `${names[0]}${suffix}`);
	const warn = (message: string) => onWarning(`${path}: ${message}`);
	const data = readTheme(path, warn);
	if (!data) {
		return null;
	}
	const base = baseOf(source, {data, names, warn});
	const {base: _base, name: _name, ...styles} = data;
	const own = Object.entries(styles).filter(([key, value]) => {
		const mistake = mistakeIn(source, key, value);
		if (mistake !== null) {
			warn(mistake);
		}
		return mistake === null;
	});
	// Each override was checked to have the type of the value that it replaces.
	return {...base, ...Object.fromEntries(own), name: names[0]} as unknown as Theme;
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

function readTheme(path: string, warn: (message: string) => void): ThemeFile | null {
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

function baseOf<Theme extends {readonly name: string}>(
	source: ThemeSource<Theme>,
	{data, names, warn}: {data: ThemeFile; names: Wanted['names']; warn: (text: string) => void},
): Theme | undefined {
	const {folder, builtIn} = source;
	const wanted = data['base'] ?? standardBase;
	// A theme can't be its own base, nor that of a theme that it builds on.
	const own = userThemeNames(folder).filter(name => !names.includes(name));
	const ownBase = own.find(name => name === wanted);
	const base =
		builtIn.find(({name}) => name === wanted) ??
		(ownBase && loadTheme(source, {names: [ownBase, ...names], onWarning() {}}));
	if (!base) {
		const known = [...builtIn.map(({name}) => name), ...own];
		warn(`"base" must be one of ${known.join(', ')}.${didYouMean(String(wanted), known)}`);
	}
	return base || builtIn.find(({name}) => name === standardBase);
}

const standardBase = 'dark';

type KnownStyles = Pick<ThemeSource<unknown>, 'tokens' | 'isStyle'>;

function mistakeIn({tokens, isStyle}: KnownStyles, key: string, value: unknown): string | null {
	if (key === 'ascii') {
		return typeof value === 'boolean' ? null : '"ascii" must be true or false.';
	}
	if (!tokens.includes(key)) {
		return `"${key}" is not a token of a theme.${didYouMean(key, tokens)}`;
	}
	if (typeof value !== 'string') {
		return `"${key}" must be a text.`;
	}
	return isStyle(value)
		? null
		: `"${key}" has a word that is no colour: "${value}". Write words such as "bold cyan", "#88aaff", "on black".`;
}
