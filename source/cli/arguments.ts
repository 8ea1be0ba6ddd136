import {didYouMean, nearest} from '../platform/nearest.ts';
import {type Flags, flagTexts, type Parsed} from './parsed.ts';
import {
	type CliCommand,
	type CommandName,
	commands,
	type Flag,
	flagsOf,
	openCommand,
	scopes,
} from './table.ts';

export function parseArguments(argv: readonly string[]): Parsed {
	const parseState: ParseState = {command: null, words: [], flags: new Map(), rest: [...argv]};
	while (parseState.rest.length > 0) {
		const refusal = takeNext(parseState);
		if (refusal) {
			return refusal;
		}
	}
	const command = parseState.command ?? openCommand;
	if (parseState.flags.has('help')) {
		return {status: 'help', command: command.name as CommandName};
	}
	if (parseState.flags.has('version')) {
		return {status: 'version'};
	}
	return (
		checkWords(command, parseState.words) ?? {
			status: 'run',
			command: command.name as CommandName,
			words: parseState.words,
			flags: parseState.flags,
		}
	);
}

type ParseState = {
	command: CliCommand | null;
	words: string[];
	readonly flags: Map<string, true | readonly string[]>;
	rest: string[];
};

type Refused = Extract<Parsed, {status: 'refused'}>;

function takeNext(parseState: ParseState): Refused | null {
	const word = parseState.rest.shift() ?? '';
	if (word === '--') {
		parseState.words.push(...parseState.rest.splice(0));
		return null;
	}
	if (word.startsWith('--')) {
		return takeLong(parseState, word);
	}
	if (/^-[^-\d]/.test(word)) {
		return takeShorts(parseState, word);
	}
	return takeWord(parseState, word);
}

function takeWord(parseState: ParseState, word: string): Refused | null {
	if (parseState.command === null && parseState.words.length === 0) {
		parseState.command = commands.find(({name}) => name === word) ?? null;
		if (parseState.command) {
			return null;
		}
		const meant = /^\S+$/.test(word)
			? nearest(
					word,
					commands.map(({name}) => name),
				)
			: null;
		if (meant) {
			return wrongUse(
				`There is no command "${word}". Did you mean "${meant}"? To send it as a message: agent-tui -- ${word}`,
			);
		}
	}
	parseState.words.push(word);
	if (parseState.command?.startsProgram) {
		// All words after the program's name are arguments of that program, even if they look like
		// flags.
		parseState.words.push(...parseState.rest.splice(0));
	}
	return null;
}

function takeLong(parseState: ParseState, word: string): Refused | null {
	const [, name = '', inline] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
	const known = flagsOf(parseState.command ?? openCommand);
	const flag = known.find(one => one.name === name);
	if (!flag) {
		return unknownFlag(parseState, name);
	}
	return takeFlag(parseState, flag, inline);
}

function takeShorts(parseState: ParseState, word: string): Refused | null {
	const known = flagsOf(parseState.command ?? openCommand);
	for (const [index, letter] of [...word.slice(1)].entries()) {
		const flag = known.find(({short}) => short === letter);
		if (!flag) {
			return wrongUse(`There is no option "-${letter}"${word.length > 2 ? ` (in ${word})` : ''}.`);
		}
		if (flag.value !== undefined) {
			// Both `-oFILE` and `-o FILE` give the value.
			return takeFlag(parseState, flag, word.slice(index + 2) || undefined);
		}
		parseState.flags.set(flag.name, true);
	}
	return null;
}

function takeFlag(parseState: ParseState, flag: Flag, inline: string | undefined): Refused | null {
	if (flag.value === undefined) {
		if (inline !== undefined) {
			return wrongUse(`--${flag.name} takes no value.`);
		}
		parseState.flags.set(flag.name, true);
		return null;
	}
	const values = inline === undefined ? takeValues(parseState, flag) : [inline];
	if (values.length === 0 || values.includes('')) {
		return wrongUse(`--${flag.name} needs a value: --${flag.name} ${flag.value}`);
	}
	const wrong = values.map(value => checkValue(flag, value)).find(message => message !== null);
	if (wrong) {
		return wrongUse(wrong);
	}
	const earlier = flagTexts(parseState.flags, flag.name);
	const other = flag.many ? undefined : earlier.find(value => !values.includes(value));
	if (other !== undefined) {
		return wrongUse(
			`--${flag.name} takes one value, and two are given: "${other}" and "${values[0]}".`,
		);
	}
	parseState.flags.set(flag.name, [...earlier, ...values]);
	return null;
}

/** Takes the value that follows a flag, or for a `listed` flag all values up to the next flag. */
function takeValues(parseState: ParseState, flag: Flag): readonly string[] {
	const isValue = (word: string | undefined) =>
		word !== undefined && (word === '-' || !word.startsWith('-'));
	const count = parseState.rest.findIndex(word => !isValue(word));
	const available = count < 0 ? parseState.rest.length : count;
	return parseState.rest.splice(0, flag.many === 'listed' ? available : Math.min(1, available));
}

function checkValue({name, kind}: Flag, value: string): string | null {
	switch (kind) {
		case 'port':
			return /^\d{1,5}$/.test(value) && Number(value) <= 65_535
				? null
				: `--${name} must be a port from 0 to 65535, not "${value}".`;
		case 'count':
			return /^[1-9]\d{0,5}$/.test(value)
				? null
				: `--${name} must be a whole number of at least 1, not "${value}".`;
		case 'dollars':
			return /^\d{1,9}(\.\d{1,9})?$/.test(value) && Number(value) > 0
				? null
				: `--${name} must be an amount above 0, such as 0.50, not "${value}".`;
		case 'scopes':
			return checkScopes(value);
		default:
			return null;
	}
}

/** Returns the scopes of all `--allow` flags together. */
export function allowedScopes(flags: Flags): readonly string[] {
	return flagTexts(flags, 'allow').flatMap(splitScopes);
}

function splitScopes(value: string): readonly string[] {
	return value
		.split(',')
		.map(scope => scope.trim())
		.filter(scope => scope !== '');
}

function checkScopes(value: string): string | null {
	const wrong = splitScopes(value).find(
		scope => !scopes.some(known => known === scope) && !/^mcp:[\w.-]+$/.test(scope),
	);
	return wrong === undefined
		? null
		: `There is no scope "${wrong}".${didYouMean(wrong, scopes)} The scopes are ${scopes.join(', ')} and mcp:SERVER.`;
}

/** If another command has this flag, the error says so; else it names the most similar flag. */
function unknownFlag({command}: ParseState, name: string): Refused {
	const own = flagsOf(command ?? openCommand).map(flag => flag.name);
	const near = nearest(name, own);
	const owner = commands.find((one: CliCommand) => one.flags.some(flag => flag.name === name));
	const where = command?.name ? ` of "${command.name}"` : '';
	const hint = near
		? ` Did you mean "--${near}"?`
		: owner
			? ` It belongs to "${owner.name}" and comes after that word.`
			: ` See: agent-tui ${command?.name ? `${command.name} ` : ''}--help`;
	return wrongUse(`There is no option "--${name}"${where}.${hint}`);
}

function checkWords(command: CliCommand, words: readonly string[]): Refused | null {
	const [first] = words;
	const {choices} = command;
	if (choices && first !== undefined && !choices.includes(first)) {
		return wrongUse(
			`"${command.name}" has no "${first}".${didYouMean(first, choices)} It takes ${choices.join(', ')}.`,
		);
	}
	if (words.length < (command.wordsMin ?? 0)) {
		return wrongUse(
			`"${command.name}" needs ${command.words}. See: agent-tui ${command.name} --help`,
		);
	}
	return words.length > command.wordsMax
		? wrongUse(
				`"${command.name}" does not take "${words[command.wordsMax]}". See: agent-tui ${command.name} --help`,
			)
		: null;
}

function wrongUse(message: string): Refused {
	return {status: 'refused', exitCode: 2, message};
}
