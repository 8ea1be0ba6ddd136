import type {Json, JsonObject} from '../../events/json.ts';

export type BadCommand = {
	readonly parameter: string;
	readonly code: 'empty' | 'suspicious';
	readonly why: string;
};

const commandNames: readonly string[] = ['cmd', 'command', 'commands', 'script', 'command_line'];

/**
 * A command that can't be one: nothing, a brace of JSON, or markup without words. It must never
 * reach a shell, where it would fail in a strange way or, worse, succeed.
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

/** The command line, also of a list of words for a shell. */
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
	// A group of the shell's has a space behind its brace, and no name with a colon.
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
