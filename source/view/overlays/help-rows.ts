import {type Context, contexts} from '../../keys/actions.ts';
import type {Keymap} from '../../keys/keymap.ts';
import {padTo} from '../../text/width.ts';
import type {Paint} from '../theme.ts';

/** The keys of the pane in focus first, then those that work everywhere, then the leader's. */
export function helpRows(
	focus: readonly Context[],
	{keymap, paint, commands}: {keymap: Keymap; paint: Paint; commands: readonly HelpCommand[]},
): readonly string[] {
	const shown = [...new Set<Context>([...focus, 'global', 'leader'])];
	return [
		...shown.flatMap(context => section(context, {keymap, paint})),
		paint.style('heading', 'Commands'),
		...commands.map(
			command =>
				`  ${paint.style('key', padTo(`/${command.name}`, keyColumnWidth))} ${command.summary}`,
		),
		'',
		...writing.map(
			([what, words]) => `  ${paint.style('key', padTo(what, keyColumnWidth))} ${words}`,
		),
	];
}

export type HelpCommand = {
	readonly name: string;
	readonly summary: string;
	readonly usage?: string;
};

const keyColumnWidth = 24;

const writing = [
	['@path', 'mention a file'],
	['!command', 'run a command yourself in a terminal'],
	['/command', 'one of the commands above'],
] as const;

function section(
	context: Context,
	{keymap, paint}: {keymap: Keymap; paint: Paint},
): readonly string[] {
	const lines = keymap.help(context);
	if (lines.length === 0) {
		return [];
	}
	const words = contexts[context];
	return [
		paint.style('heading', words.charAt(0).toUpperCase() + words.slice(1)),
		...lines.map(
			line => `  ${paint.style('key', padTo(line.chords, keyColumnWidth))} ${line.words}`,
		),
		'',
	];
}
