import type {Json, JsonObject} from '../../events/json.ts';

export type BadCommand = {
	readonly parameter: string;
	readonly code: 'empty' | 'suspicious';
	readonly why: string;
};

const commandNames: readonly string[] = ['cmd', 'command', 'commands', 'script', 'command_line'];

/**
 * Returns why an argument can't be a command: it is empty, a JSON object, or markup without words.
 * A shell would fail on it with a confusing message or, worse, succeed. Returns null if all is
 * well.
 */
export function badCommand(given: JsonObject): BadCommand | null {
	for (const [parameter, value] of Object.entries(given)) {
		const text = commandNames.includes(parameter) ? lineOf(value) : null;
		const problem = text === null ? null : problemOf(text);
		if (problem) {
			return {parameter, ...problem, why: `"${parameter}" ${problem.why}`};
		}
	}
	return null;
}

/** Returns the command line as one text, also if it is given as a list of words. */
function lineOf(value: Json | undefined): string | null {
	if (typeof value === 'string') {
		return value;
	}
	if (!Array.isArray(value) || !value.every(word => typeof word === 'string')) {
		return null;
	}
	const isShell = value.length === 3 && /^-\w*c$/.test(value[1]!);
	return isShell ? value[2]! : value.join(' ');
}

function problemOf(text: string): Pick<BadCommand, 'code' | 'why'> | null {
	const line = text.trim();
	if (/^(?:null|None|undefined)?$/.test(line)) {
		return {code: 'empty', why: 'is empty: it needs the command line to run.'};
	}
	// In a shell's own `{ …; }`, a space follows the brace, and no name has a colon. So this is JSON.
	if (/^\{(?:\S|$|\s*["'}]|\s*[\w"']+\s*:)/.test(line)) {
		return {
			code: 'suspicious',
			why: 'begins with a brace: it needs the plain command line, not JSON.',
		};
	}
	return line.replace(/<[^<>]*>/g, '').trim() === ''
		? {code: 'suspicious', why: 'holds only markup: it needs the plain command line.'}
		: null;
}
