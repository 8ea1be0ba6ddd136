import {commandDetails} from './command-details.ts';
import {
	type CliCommand,
	type CommandName,
	commands,
	exitCodes,
	type Flag,
	findCommand,
	globalFlags,
	openCommand,
} from './table.ts';

/** Returns the whole help, or that of one command, for a terminal of 80 columns. */
export function helpText(name: CommandName): string {
	const command = findCommand(name);
	const parts = command === openCommand ? overview() : commandHelp(command);
	return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

/** The table of commands as Markdown for README. A test compares it with README. */
export function helpMarkdown(): string {
	const rows = [openCommand, ...commands].map(
		(command: CliCommand) =>
			`| \`${escapeCell(usageOf(command))}\` | ${escapeCell(command.summary)} |`,
	);
	const flags = globalFlags.map(
		flag => `| \`${escapeCell(flagWords(flag))}\` | ${escapeCell(flag.summary)} |`,
	);
	return [
		'| command | does |',
		'|---|---|',
		...rows,
		'',
		'| everywhere | does |',
		'|---|---|',
		...flags,
		'',
		`Exit codes: ${exitCodes.map(([code, meaning]) => `${code} ${meaning}`).join(', ')}.`,
		'',
	].join('\n');
}

/** Returns a usage line such as `exec [--json] [--allow SCOPES] "prompt"`. */
export function usageOf({name, words, flags}: CliCommand): string {
	return [
		'agent-tui',
		name,
		...flags.map(flag => `[${flagWords({...flag, short: ''})}]`),
		words ?? '',
	]
		.filter(word => word !== '')
		.join(' ');
}

function overview(): readonly string[] {
	return [
		'agent-tui: a terminal agent that you can watch, stop and trust',
		section('Usage', [
			[`agent-tui ${openCommand.words ?? ''}`, openCommand.summary],
			['agent-tui COMMAND …', 'one of the commands below'],
		]),
		section('Commands', commands.map(commandRow)),
		section('Options', globalFlags.map(flagRow)),
		section(
			'Exit codes',
			exitCodes.map(([code, meaning]): Row => [String(code), meaning]),
		),
		'More about one command: agent-tui COMMAND --help',
	];
}

function commandHelp(command: CliCommand): readonly string[] {
	const sentence = `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`;
	const {details = '', examples} = commandDetails[command.name as CommandName] ?? {};
	return [
		fold(sentence, columns).join('\n'),
		wrapped('Usage', usageOf(command)),
		fold(details, columns).join('\n'),
		command.flags.length > 0 ? section('Options', command.flags.map(flagRow)) : '',
		section('Options of every command', globalFlags.map(flagRow)),
		examples ? ['Examples', ...examples.map(line => `  ${line}`)].join('\n') : '',
	];
}

type Row = readonly [left: string, right: string];

function commandRow(command: CliCommand): Row {
	return [[command.name, command.words ?? ''].join(' ').trim(), command.summary];
}

function flagRow(flag: Flag): Row {
	const note = flag.suggestions ? ` (${flag.suggestions.join(', ')})` : '';
	return [flag.short ? flagWords(flag) : `    ${flagWords(flag)}`, `${flag.summary}${note}`];
}

function flagWords({name, short, value, many}: Flag): string {
	const long = `--${name}${value === undefined ? '' : ` ${value}${many === 'listed' ? '…' : ''}`}`;
	return short ? `-${short}, ${long}` : long;
}

const columns = 80;
const leftColumnMax = 28;
const indent = '  ';

/** Two aligned columns; an entry on the left that is too long gets a line of its own. */
function section(title: string, rows: readonly Row[]): string {
	const width = Math.max(
		...rows.map(([left]) => left.length).filter(length => length <= leftColumnMax),
	);
	const start = indent.length + width + indent.length;
	const lines = rows.flatMap(([left, right]) => {
		const [first = '', ...others] = fold(right, columns - start);
		const rest = others.map(line => `${' '.repeat(start)}${line}`);
		return left.length > width
			? [`${indent}${left}`, `${' '.repeat(start)}${first}`, ...rest]
			: [`${indent}${left.padEnd(width)}${indent}${first}`, ...rest];
	});
	return [title, ...lines].join('\n');
}

function wrapped(title: string, text: string): string {
	const [first = '', ...rest] = fold(text, columns - 2 * indent.length);
	return [title, `${indent}${first}`, ...rest.map(line => `${indent}${indent}${line}`)].join('\n');
}

/** Wraps between words, but never inside the brackets of an option. */
function fold(text: string, width: number): readonly string[] {
	const lines: string[] = [];
	for (const word of text.match(/\[[^\]]*\]|\S+/g) ?? []) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= width) {
			lines[lines.length - 1] = `${last} ${word}`;
		} else {
			lines.push(word);
		}
	}
	return lines;
}

function escapeCell(text: string): string {
	return text.replaceAll('|', '\\|');
}
