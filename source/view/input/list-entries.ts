import {showChord} from '../../keys/show-chord.ts';
import type {Action} from '../actions/actions.ts';
import type {Keymap} from '../actions/keymap.ts';
import {rank} from '../composer/fuzzy.ts';
import type {HelpCommand} from '../overlays/help-rows.ts';
import type {Intent} from '../ui-state/intent.ts';
import type {Overlay} from '../ui-state/overlay.ts';

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

/** The entries for a query: the best matches first, or all in their own order without one. */
export function listEntries(
	overlay: Overlay,
	{query, keymap, commands}: {query: string; keymap: Keymap; commands: readonly HelpCommand[]},
): readonly Entry[] {
	const all = allEntries(overlay, {keymap, commands});
	if (query.trim() === '') {
		return all;
	}
	// `th` most likely means /theme: entries with a word that starts so come before scattered
	// letters.
	const begins = all.filter(entry => startsAWord(entry.label, query));
	const byLabel = rank(query, all, entry => entry.label);
	const byAll = rank(query, all, entry => `${entry.label} ${entry.detail}`);
	return [...new Set([...begins, ...byLabel, ...byAll])];
}

function startsAWord(label: string, query: string): boolean {
	const start = query.trim().toLowerCase();
	return label
		.toLowerCase()
		.split(/[\s/]+/)
		.some(word => word.startsWith(start));
}

function allEntries(
	overlay: Overlay,
	{keymap, commands}: {keymap: Keymap; commands: readonly HelpCommand[]},
): readonly Entry[] {
	if (overlay.type === 'picker') {
		return overlay.items.map(({label, detail = '', intent, preview, restore}) => ({
			label,
			detail,
			choice: {type: 'intent', intent},
			...(preview && {preview}),
			...(restore && {restore}),
		}));
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
	];
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
