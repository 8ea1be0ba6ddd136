import {readChord, showChord} from '../../keys/show-chord.ts';
import type {ActionRecord, CardFacts} from './action.ts';
import {type Action, actions} from './actions.ts';
import {type Context, contexts} from './contexts.ts';

/** The keys that apply: the built-in ones, with the user's own on top. */
export type Keymap = {
	readonly leader: string;
	/** Returns the action of the first of these contexts that knows the chord. */
	readonly resolve: (focus: readonly Context[], chord: string) => Action | null;
	readonly chordsOf: (context: Context, action: Action) => readonly string[];
	readonly help: (context: Context) => readonly HelpLine[];
	/** What a context offers: the first chord of each action and a few words about the action. */
	readonly offers: (context: Context, card?: CardFacts) => readonly Offer[];
	/** The actions that the command palette lists. */
	readonly offered: readonly Action[];
	readonly wordsOf: (action: Action) => string;
};

export type Offer = {readonly chord: string; readonly words: string};

export type HelpLine = {readonly chords: string; readonly action: Action; readonly words: string};

/**
 * Builds the keymap. Settings map `context.action` (or `leader`) to one or several chords. An
 * invalid entry is reported and skipped.
 */
export function createKeymap(overrides: Readonly<Record<string, string | readonly string[]>>): {
	readonly keymap: Keymap;
	readonly problems: readonly string[];
} {
	const problems: string[] = [];
	const leader = leaderOf(overrides, problems);
	const table = withoutLeader(readOverrides(overrides, problems), leader, problems);
	const byChord = new Map<Context, Map<string, Action>>();
	for (const context of Object.keys(contexts) as Context[]) {
		byChord.set(context, index(context, {table: table[context], overrides, problems}));
	}
	const chordsOf = (context: Context, action: Action) =>
		(table[context][action] ?? []).map(chord => chord.replace('leader', leader));
	return {
		problems,
		keymap: {
			leader,
			resolve(focus, chord) {
				if (chord === leader) {
					return byChord.get(focus[0] ?? 'global')?.get('leader') ?? 'leader';
				}
				for (const context of focus) {
					const action = byChord.get(context)?.get(chord);
					if (action) {
						return action;
					}
				}
				return null;
			},
			chordsOf,
			wordsOf,
			offers: (context, card = oneCard) =>
				names.flatMap(action => {
					const words = briefOf(action, context, card);
					return words === null ? [] : [{chord: chordsOf(context, action)[0] ?? '', words}];
				}),
			offered: names.filter(action => records[action].isOffered),
			help: context =>
				(Object.keys(table[context]) as Action[]).map(action => ({
					chords: chordsOf(context, action).map(showChord).join(', '),
					action,
					words: wordsOf(action),
				})),
		},
	};
}

const defaultLeader = 'ctrl+x';

const records: Readonly<Record<Action, ActionRecord>> = actions;
const names = Object.keys(records) as Action[];

function wordsOf(action: Action): string {
	return records[action].words;
}

const oneCard: CardFacts = {total: 1, alike: 1, terminal: null, covered: null};

function briefOf(action: Action, context: Context, card: CardFacts): string | null {
	const brief = records[action].brief?.[context] ?? null;
	return typeof brief === 'function' ? brief(card) : brief;
}

function leaderOf(overrides: Readonly<Record<string, unknown>>, problems: string[]): string {
	const own = overrides['leader'];
	if (own === undefined) {
		return defaultLeader;
	}
	const wanted = typeof own === 'string' ? readChord(own) : '';
	if (/^ctrl\+[a-z]$/.test(wanted)) {
		return wanted;
	}
	problems.push(
		`keys.leader: it has to be Ctrl and a letter, such as "ctrl+a"; ${showChord(defaultLeader)} stays.`,
	);
	return defaultLeader;
}

/** Removes every other meaning of the leader chord, and reports a problem for each. */
function withoutLeader(table: Tables, leader: string, problems: string[]): Tables {
	const entries = Object.entries(table).map(([context, row]) => {
		const kept = Object.entries(row).map(([action, chords]) => {
			if (chords.includes(leader)) {
				problems.push(
					`keys: ${showChord(leader)} is the leader now, so ${contexts[context as Context]} it no longer does "${wordsOf(action as Action)}".`,
				);
			}
			return [action, chords.filter(chord => chord !== leader)];
		});
		return [context, Object.fromEntries(kept)];
	});
	return Object.fromEntries(entries) as Tables;
}

/**
 * Whether a text is a chord such as `ctrl+x`, `alt+enter` or `?`: modifiers, then one character or
 * one known name.
 */
function isChord(chord: string): boolean {
	const name = chord.replace(/^(?:(?:ctrl|alt|shift)\+)*/, '');
	return name.length === 1 || chordNames.has(name);
}

const chordNames: ReadonlySet<string> = new Set([
	...['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown', 'insert', 'delete'],
	...['enter', 'tab', 'escape', 'space', 'backspace', 'leader'],
	...Array.from({length: 20}, (_, index) => `f${index + 1}`),
]);

type Tables = Readonly<Record<Context, Partial<Record<Action, readonly string[]>>>>;

/** The chords of each context, from the records of the actions. */
function builtInTables(): Record<Context, Partial<Record<Action, readonly string[]>>> {
	const tableOf = (context: Context) =>
		Object.fromEntries(
			names.flatMap(action => {
				const chords = records[action].keys[context];
				return chords ? [[action, chords] as const] : [];
			}),
		);
	const rows = (Object.keys(contexts) as Context[]).map(context => [context, tableOf(context)]);
	return Object.fromEntries(rows) as ReturnType<typeof builtInTables>;
}

function readOverrides(
	overrides: Readonly<Record<string, string | readonly string[]>>,
	problems: string[],
): Tables {
	const table = builtInTables();
	for (const [name, value] of Object.entries(overrides)) {
		const [context, action] = name.split('.') as [Context, Action];
		if (name === 'leader') {
			continue;
		}
		if (!(context in contexts) || !(action in actions)) {
			problems.push(
				`keys.${name}: no such key action. Write "context.action", for example "composer.send".`,
			);
			continue;
		}
		const written = typeof value === 'string' ? [value] : value;
		for (const chord of written.filter(one => !isChord(readChord(one)))) {
			problems.push(`keys.${name}: "${chord}" is no key. Write it like "ctrl+x" or "alt+enter".`);
		}
		table[context][action] = written.map(readChord).filter(isChord);
	}
	return table;
}

/** Adds the user's own chords first, so that they take precedence. */
function index(
	context: Context,
	{
		table,
		overrides,
		problems,
	}: {
		table: Partial<Record<Action, readonly string[]>>;
		overrides: Readonly<Record<string, unknown>>;
		problems: string[];
	},
): Map<string, Action> {
	const byChord = new Map<string, Action>();
	const entries = Object.entries(table) as [Action, readonly string[]][];
	const isOwn = ([action]: [Action, unknown]) => `${context}.${action}` in overrides;
	for (const [action, chords] of [...entries.filter(isOwn), ...entries.filter(e => !isOwn(e))]) {
		for (const chord of chords) {
			const holder = byChord.get(chord);
			if (holder) {
				problems.push(
					`keys: ${showChord(chord)} ${contexts[context]} does "${wordsOf(holder)}", so it no longer does "${wordsOf(action)}".`,
				);
			} else {
				byChord.set(chord, action);
			}
		}
	}
	return byChord;
}
