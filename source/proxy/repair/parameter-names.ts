import type {Json, JsonObject} from '../../events/json.ts';
import {change} from './shown.ts';

/** Groups of names that models use for the same thing. They contain no names of units. */
const groups: readonly (readonly string[])[] = [
	['cmd', 'command', 'script', 'shellcommand', 'bashcommand', 'commandline'],
	['path', 'filepath', 'file', 'filename', 'targetfile', 'absolutepath'],
	['content', 'contents', 'filetext', 'filecontent', 'filecontents'],
	['url', 'uri', 'link', 'href'],
	['workdir', 'cwd', 'workingdirectory', 'workingdir', 'workdirectory'],
	['pattern', 'regex', 'regexp'],
	['chars', 'stdin', 'input', 'text', 'data'],
	['oldstring', 'oldstr', 'oldtext'],
	['newstring', 'newstr', 'newtext'],
];

type Renamed = {
	readonly value: JsonObject;
	readonly changes: readonly string[];
	/** Names that fit none of the tool's parameters, or several. */
	readonly unknown: readonly string[];
};

/** Renames arguments to the tool's own names, if only one of these can be meant. */
export function renameParameters(given: JsonObject, names: readonly string[]): Renamed {
	const entries: [string, Json | undefined][] = [];
	const changes: string[] = [];
	const unknown: string[] = [];
	const taken = new Map(Object.entries(given).filter(([name]) => names.includes(name)));
	for (const [name, value] of Object.entries(given)) {
		const right = names.includes(name) ? name : meantName(name, names);
		if (right === null) {
			unknown.push(name);
			entries.push([name, value]);
		} else if (right === name) {
			entries.push([name, value]);
		} else if (!taken.has(right)) {
			taken.set(right, value);
			entries.push([right, value]);
			changes.push(change('parameter name', {before: name, after: right}));
		} else if (JSON.stringify(taken.get(right)) === JSON.stringify(value)) {
			changes.push(change('said twice', {before: `${name}, ${right}`, after: right}));
		} else {
			unknown.push(name);
		}
	}
	return {value: Object.fromEntries(entries), changes, unknown};
}

function meantName(name: string, names: readonly string[]): string | null {
	const plain = plainName(name);
	const alike = names.filter(one => plainName(one) === plain);
	if (alike.length > 0) {
		return alike.length === 1 ? alike[0]! : null;
	}
	const group = groups.find(words => words.includes(plain)) ?? [];
	const meant = names.filter(one => group.includes(plainName(one)));
	return meant.length === 1 ? meant[0]! : null;
}

function plainName(name: string): string {
	return name.replace(/[-_\s]/g, '').toLowerCase();
}
