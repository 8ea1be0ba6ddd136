import type {RawSettings} from './settings.ts';

/** Parses the output of `ssh -G`: each line is a key and its value, or several values. */
export function parseDump(output: string): RawSettings {
	const values = new Map<string, string[]>();
	for (const line of output.split(/\r?\n/)) {
		const space = line.indexOf(' ');
		if (space > 0) {
			const key = line.slice(0, space).toLowerCase();
			const value = line.slice(space + 1);
			const also = manyPaths.has(key) ? splitPaths(value) : [value];
			values.set(key, [...(values.get(key) ?? []), ...also]);
		}
	}
	return values;
}

const manyPaths = new Set(['userknownhostsfile', 'globalknownhostsfile']);

/** ssh joins paths with spaces without quoting, so a path must be recognised by how it begins. */
function splitPaths(value: string): readonly string[] {
	return value.split(/ (?=[/~$%]|[A-Za-z]:\\|none$)/);
}
