import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {builtInThemes} from '../view/built-in-themes.ts';

/** Ours, and the files of the user's own. */
export function themeNames(configFolder: string): readonly string[] {
	return [...builtInThemes.map(({name}) => name), ...ownNames(configFolder)];
}

function ownNames(configFolder: string): readonly string[] {
	try {
		return readdirSync(join(configFolder, 'themes')).flatMap(file =>
			file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : [],
		);
	} catch {
		return [];
	}
}
