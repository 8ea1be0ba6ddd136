import {showChord} from '../../keys/show-chord.ts';
import type {Action} from '../actions/actions.ts';
import type {Keymap} from '../actions/keymap.ts';
import {rank} from '../composer/fuzzy.ts';
import type {HelpCommand} from '../overlays/help-lines.ts';
import type {Intent} from '../ui-state/intent.ts';
import type {Overlay, PickerItem} from '../ui-state/overlay.ts';

export type Entry = {
	readonly label: string;
	readonly detail: string;
	readonly choice: Choice;
	readonly preview?: Intent;
	readonly restore?: Intent;
};

export type Choice =
	| {readonly type: 'intent'; readonly intent: Intent}
	| {readonly type: 'action'; readonly action: Action}
	| {readonly type: 'command'; readonly name: string; readonly takesArgument: boolean};

/**
 * Returns the entries that fit a query, the best first. Without a query, returns all; recently
 * chosen ones come first.
 */
export function listEntries(
	overlay: Overlay,
	{query, recent, keymap, commands}: ListSource & {readonly query: string},
): readonly Entry[] {
	const all = recentFirst(allEntries(overlay, {keymap, commands}), recent);
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) {
		return all;
	}
	const telling = words.filter(word => !littleWords.has(word));
	const sought = telling.length > 0 ? telling : words;
	const ranked = all
		.map(entry => ({entry, rank: Math.max(...sought.map(word => rankOf(entry, word)))}))
		.filter(match => match.rank < ranks.length)
		.toSorted((one, other) => one.rank - other.rank)
		.map(({entry}) => entry);
	// Letters that are scattered over the name fit nearly every entry, so they count only if nothing
	// else fits.
	return ranked.length > 0 ? ranked : rank(query, all, entry => entry.label);
}

export type ListSource = {
	readonly keymap: Keymap;
	readonly commands: readonly HelpCommand[];
	/** The names of recent choices (see `recentName`), newest first. */
	readonly recent: readonly string[];
};

/**
 * The ways in which a word can fit an entry, the best first. A fit in the name is better than one
 * in the description.
 */
const ranks: readonly ((entry: Entry, word: string) => boolean)[] = [
	({label}, word) => label.toLowerCase().replace(/^\//, '').startsWith(word),
	({label}, word) => wordsOf(label).includes(word),
	({label}, word) => startsAWord(label, word),
	({label}, word) => !littleWords.has(word) && label.toLowerCase().includes(word),
	({detail}, word) =>
		word.length < describedLettersMin ? wordsOf(detail).includes(word) : startsAWord(detail, word),
];

/**
 * A shorter word must equal a word of the description, because its letters begin too many words.
 */
const describedLettersMin = 4;

/** The index of the best way in `ranks` in which the word fits; `ranks.length` if it doesn't. */
function rankOf(entry: Entry, word: string): number {
	const at = ranks.findIndex(fits => fits(entry, word));
	return at === -1 ? ranks.length : at;
}

function startsAWord(text: string, start: string): boolean {
	return wordsOf(text).some(word => word.startsWith(start));
}

/** The words of a text, except little ones, which say nothing about an entry. */
function wordsOf(text: string): readonly string[] {
	return text
		.toLowerCase()
		.split(/[^\p{L}\p{N}$]+/u)
		.filter(word => !littleWords.has(word));
}

/** Words that nearly every sentence contains. */
const littleWords: ReadonlySet<string> = new Set(
	'a an and are as at by for from in is it its of on or that the them then they this to what where which with'.split(
		' ',
	),
);

const recentShownMax = 5;

function recentFirst(all: readonly Entry[], recent: readonly string[]): readonly Entry[] {
	const first = recent
		.flatMap(name => all.filter(({choice}) => recentName(choice) === name))
		.slice(0, recentShownMax);
	return [...first, ...all.filter(entry => !first.includes(entry))];
}

/**
 * The name under which a choice is remembered; null if the choice has a meaning only in its own
 * list.
 */
export function recentName(choice: Choice): string | null {
	switch (choice.type) {
		case 'command':
			return `/${choice.name}`;
		case 'action':
			return choice.action;
		default:
			return null;
	}
}

function allEntries(
	overlay: Overlay,
	{keymap, commands}: Omit<ListSource, 'recent'>,
): readonly Entry[] {
	if (overlay.type === 'picker') {
		return overlay.items.map(entryOf);
	}
	if (overlay.type !== 'palette') {
		return [];
	}
	return [
		...commands.map(({name, summary, usage}) => ({
			label: `/${name}${usage ? ` ${usage}` : ''}`,
			detail: summary,
			choice: {type: 'command', name, takesArgument: usage?.startsWith('<') ?? false} as const,
		})),
		...keymap.offered.map(action => ({
			label: keymap.wordsOf(action),
			detail: chordsFor(keymap, action),
			choice: {type: 'action', action} as const,
		})),
		...overlay.items.map(entryOf),
	];
}

function entryOf({label, detail = '', intent, preview, restore}: PickerItem): Entry {
	return {
		label,
		detail,
		choice: {type: 'intent', intent},
		...(preview && {preview}),
		...(restore && {restore}),
	};
}

function chordsFor(keymap: Keymap, action: Action): string {
	const direct = [...keymap.chordsOf('global', action), ...keymap.chordsOf('composer', action)].map(
		showChord,
	);
	const led = keymap
		.chordsOf('leader', action)
		.map(chord => `${showChord(keymap.leader)} ${showChord(chord)}`);
	return [...direct, ...led].slice(0, 2).join(', ');
}
