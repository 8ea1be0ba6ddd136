import {padTo, textWidth} from '../../text/width.ts';
import {type Context, contexts} from '../actions/contexts.ts';
import type {Keymap} from '../actions/keymap.ts';
import type {Paint} from '../theme.ts';

/** The keys of the pane in focus first, then those that work everywhere, then the leader's. */
export function helpRows(
	focus: readonly Context[],
	{keymap, paint, commands}: {keymap: Keymap; paint: Paint; commands: readonly HelpCommand[]},
): readonly string[] {
	const shown = [...new Set<Context>([...focus, 'global', 'leader'])];
	const named = commands.map(({name, summary}) => [`/${name}`, summary] as const);
	return [
		...section('Writing', writing, paint),
		...shown.flatMap(context =>
			section(
				contexts[context],
				keymap.help(context).map(line => [line.chords, line.words] as const),
				paint,
			),
		),
		...section('Commands', named, paint),
	];
}

export type HelpCommand = {
	readonly name: string;
	readonly summary: string;
	readonly usage?: string;
};

const writing = [
	['@path', 'mention a file'],
	['!command', 'run a command yourself in a terminal'],
	['/command', 'one of the commands above'],
] as const;

function section(
	title: string,
	lines: readonly (readonly [string, string])[],
	paint: Paint,
): readonly string[] {
	if (lines.length === 0) {
		return [];
	}
	const width = Math.max(...lines.map(([keys]) => textWidth(keys)));
	return [
		paint.style('heading', title.charAt(0).toUpperCase() + title.slice(1)),
		...lines.map(([keys, words]) => `  ${paint.style('key', padTo(keys, width))}  ${words}`),
		'',
	];
}
