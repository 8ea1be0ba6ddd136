import {textWidth} from '../../text/width.ts';
import {wrapStyled} from '../../text/wrap.ts';
import {type Context, contexts, type HelpSection, helpContexts} from '../actions/contexts.ts';
import type {Keymap} from '../actions/keymap.ts';
import type {Pane} from '../panes/panes.ts';

export type HelpCommand = {
	readonly name: string;
	readonly summary: string;
	readonly usage?: string;
};

/** A row of the help. If keys or words need several rows, each row is an item. */
export type HelpItem =
	| {readonly type: 'heading' | 'nothing'; readonly words: string}
	| {readonly type: 'blank'}
	| {
			readonly type: 'keys';
			readonly keys: string;
			readonly words: string;
			/** The width of the column with the keys in this section. */
			readonly column: number;
	  };

type HelpSource = {
	readonly keymap: Keymap;
	readonly commands: readonly HelpCommand[];
	readonly width: number;
};

/**
 * The lines of the help: the requested sections, the keys of the focused pane, and those that work
 * everywhere. A search covers all sections.
 */
export function helpLines(
	{first, focus, query}: {first: readonly HelpSection[]; focus: Pane; query: string},
	source: HelpSource,
): readonly HelpItem[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	const all = words.length > 0 ? (Object.keys(contexts) as Context[]) : [];
	const asked: readonly HelpSection[] = [...first, ...helpContexts(focus)];
	const sections = new Set<HelpSection>([
		...asked.flatMap(name => (name === 'composer' ? [name, 'writing' as const] : [name])),
		...(['global', 'leader'] as const),
		...all,
		...(['writing', 'commands'] as const),
	]);
	const lines = [...sections].flatMap(name => sectionLines(name, words, source));
	return lines.length > 0 ? lines : [{type: 'nothing', words: nothingMatches}];
}

export const nothingMatches = 'Nothing matches. Backspace widens the search.';

type Line = readonly [keys: string, words: string];

const writing: readonly Line[] = [
	['@path', 'mention a file'],
	['!command', 'run a command yourself in a terminal'],
	['/command', 'one of the commands that /help lists'],
];

function sectionLines(
	name: HelpSection,
	words: readonly string[],
	source: HelpSource,
): readonly HelpItem[] {
	const {keymap, commands} = source;
	switch (name) {
		case 'writing':
			return section('Writing', fitting(writing, words), source);
		case 'commands': {
			const lines = commands.map(command => [`/${command.name}`, command.summary] as const);
			return section('Commands', fitting(lines, words), source);
		}
		default: {
			const lines = keymap.help(name).map(line => [line.chords, line.words] as const);
			return section(contexts[name], fitting(lines, words), source);
		}
	}
}

/** The lines that contain every word of the search. */
function fitting(lines: readonly Line[], words: readonly string[]): readonly Line[] {
	return lines.filter(([keys, text]) => {
		const line = `${keys} ${text}`.toLowerCase();
		return words.every(word => line.includes(word));
	});
}

/** The rows of a section. Words that don't fit continue below the words, not below the keys. */
function section(
	title: string,
	lines: readonly Line[],
	{width}: Pick<HelpSource, 'width'>,
): readonly HelpItem[] {
	if (lines.length === 0) {
		return [];
	}
	const widest = Math.max(...lines.map(([keys]) => textWidth(keys)));
	const column = Math.min(widest, Math.floor(width / 2) - indent);
	return [
		{type: 'heading', words: title.charAt(0).toUpperCase() + title.slice(1)},
		...lines.flatMap(([keys, words]) => {
			const left = wrapStyled(keys, column);
			const right = wrapStyled(words, width - column - 2 * indent);
			return Array.from({length: Math.max(left.length, right.length)}, (_, row) => ({
				type: 'keys' as const,
				keys: left[row] ?? '',
				words: right[row] ?? '',
				column,
			}));
		}),
		{type: 'blank'},
	];
}

/** The blanks before the keys, and between keys and words. */
export const indent = 2;
