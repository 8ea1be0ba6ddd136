import type {HostId} from '../../events/ids.ts';
import type {KeyPress} from '../../keys/key.ts';
import {helpCommands} from '../input/help-commands.ts';
import {isEditing} from '../input/in-pane.ts';
import type {CoreTools} from '../input/input-tools.ts';
import {
	type Completion,
	complete,
	completionAt,
	suggestCommands,
	suggestPaths,
} from './complete.ts';
import type {Suggestion, Suggestions} from './composer-state.ts';
import {createHostSuggestions} from './host-suggestions.ts';

export type Suggester = {
	/** Call this after each change of the draft: shows, updates or hides suggestions. */
	readonly refresh: () => void;
	/** Call this when Tab asks for suggestions. */
	readonly open: () => void;
	/** Moves the mark in the list of suggestions. Returns false if no list is shown. */
	readonly step: (by: 1 | -1) => boolean;
	readonly choose: (key: KeyPress | null) => boolean;
	readonly hide: () => void;
};

/** Suggests `/commands`, `/hop hosts`, `@files` and `@host:/files` while they are typed. */
export function createSuggester(tools: CoreTools): Suggester {
	let files: readonly string[] | null = null;
	let filesOf: HostId | null = null;
	const show = (suggestions: Suggestions | null) => {
		const {composer} = tools.ui();
		if (composer.suggestions !== suggestions) {
			tools.change({composer: {...composer, suggestions}});
		}
	};
	const loadFiles = async () => {
		files = [];
		filesOf = tools.store.state().hops.current;
		files = await tools.files();
		refresh();
	};
	const far = createHostSuggestions(tools, () => refresh());
	const suggest = ({type, query}: Completion): readonly Suggestion[] => {
		switch (type) {
			case 'command':
				return commandRows(tools, query);
			case 'host':
				return far.hosts(query);
			case 'mention':
				return far.files(query) ?? fileRows(query, files ?? []);
		}
	};
	const refresh = () => {
		// In the text of a command or rule that is being edited, `/` and `@` have no special meaning.
		const completion = isEditing(tools.ui()) ? null : completionAt(tools.ui().composer.draft);
		if (completion?.type === 'mention' && filesOf !== tools.store.state().hops.current) {
			void loadFiles();
		}
		if (completion === null) {
			far.forget();
		}
		const items = completion ? suggest(completion).slice(0, shownMax) : [];
		// No host is marked at first, so that Enter takes the name as it was typed.
		const selected = completion?.type === 'host' ? -1 : 0;
		show(items.length === 0 ? null : {items, selected});
	};
	return {
		refresh,
		open: refresh,
		hide: () => show(null),
		step(by) {
			const shown = shownNow(tools);
			if (shown) {
				show(step(shown.suggestions, by));
			}
			return shown !== null;
		},
		choose(key) {
			const shown = shownNow(tools);
			if (shown) {
				choose(tools, {...shown, key});
			}
			return shown !== null;
		},
	};
}

function shownNow({
	ui,
}: CoreTools): {readonly suggestions: Suggestions; readonly completion: Completion} | null {
	const {suggestions, draft} = ui().composer;
	const completion = suggestions && completionAt(draft);
	return suggestions && completion ? {suggestions, completion} : null;
}

const shownMax = 8;

function commandRows(tools: CoreTools, query: string): readonly Suggestion[] {
	return suggestCommands(query, helpCommands(tools)).map(({name, summary, usage}) => ({
		value: name,
		detail: summary,
		wantsArgument: usage?.startsWith('<') ?? false,
	}));
}

function fileRows(query: string, files: readonly string[]): readonly Suggestion[] {
	return suggestPaths(query, files).map(value => ({value, detail: '', wantsArgument: false}));
}

function step(suggestions: Suggestions, by: 1 | -1): Suggestions {
	const {items, selected} = suggestions;
	const from = selected < 0 && by < 0 ? 0 : selected;
	return {items, selected: (from + by + items.length) % items.length};
}

/**
 * Completes the word with the chosen suggestion. Enter on a command also runs it, unless it needs
 * an argument.
 */
function choose(
	tools: CoreTools,
	{
		completion,
		suggestions,
		key,
	}: {completion: Completion; suggestions: Suggestions; key: KeyPress | null},
): void {
	const {composer} = tools.ui();
	if (suggestions.selected < 0 && key?.name === 'enter') {
		tools.change({composer: {...composer, suggestions: null}});
		tools.act('send');
		return;
	}
	const chosen = suggestions.items[Math.max(0, suggestions.selected)]!;
	const draft = complete(composer.draft, completion, chosen.value);
	tools.change({composer: {...composer, draft, suggestions: null}});
	if (completion.type === 'command' && key?.name === 'enter' && !chosen.wantsArgument) {
		tools.act('send');
	}
}
