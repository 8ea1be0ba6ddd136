import type {HostId} from '../../events/ids.ts';
import type {Action} from '../../keys/actions.ts';
import type {KeyPress} from '../../keys/key.ts';
import {
	type Completion,
	complete,
	completionAt,
	suggestCommands,
	suggestPaths,
} from '../composer/complete.ts';
import type {Suggestion, Suggestions} from '../composer/composer-state.ts';
import {helpCommands} from './help-commands.ts';
import type {InputTools} from './key-handler.ts';

export type Suggester = {
	/** Call this after each change of the draft: updates or hides the suggestions. */
	readonly refresh: () => void;
	/** Tab asked for suggestions. */
	readonly open: () => void;
	readonly act: (action: Action, key: KeyPress | null) => boolean;
};

/** Completes `/commands` and `@files` while they are typed. */
export function createSuggester(tools: InputTools): Suggester {
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
	const refresh = () => {
		const completion = completionAt(tools.ui().composer.draft);
		if (completion?.type === 'mention' && filesOf !== tools.store.state().hops.current) {
			void loadFiles();
		}
		const items = completion ? suggest(tools, completion, files ?? []) : [];
		show(items.length === 0 ? null : {items, selected: 0});
	};
	return {
		refresh,
		open: refresh,
		act(action, key) {
			const {composer} = tools.ui();
			const {suggestions, draft} = composer;
			const completion = suggestions && completionAt(draft);
			if (!suggestions || !completion) {
				return false;
			}
			switch (action) {
				case 'complete-next':
					show(step(suggestions, 1));
					return true;
				case 'complete-previous':
					show(step(suggestions, -1));
					return true;
				case 'cancel':
					show(null);
					return true;
				case 'choose':
					choose(tools, {completion, suggestions, key});
					return true;
				default:
					return false;
			}
		},
	};
}

const shownMax = 8;

function suggest(
	tools: InputTools,
	completion: Completion,
	files: readonly string[],
): readonly Suggestion[] {
	const {type, query} = completion;
	if (type === 'command') {
		return suggestCommands(query, helpCommands(tools))
			.slice(0, shownMax)
			.map(({name, summary, usage}) => ({
				value: name,
				detail: summary,
				wantsArgument: usage?.startsWith('<') ?? false,
			}));
	}
	return suggestPaths(query, files)
		.slice(0, shownMax)
		.map(value => ({value, detail: '', wantsArgument: false}));
}

function step(suggestions: Suggestions, by: 1 | -1): Suggestions {
	const {items, selected} = suggestions;
	return {items, selected: (selected + by + items.length) % items.length};
}

/** Tab completes. Enter on a command runs it at once, unless it needs an argument. */
function choose(
	tools: InputTools,
	{
		completion,
		suggestions,
		key,
	}: {completion: Completion; suggestions: Suggestions; key: KeyPress | null},
): void {
	const {composer} = tools.ui();
	const chosen = suggestions.items[suggestions.selected]!;
	const draft = complete(composer.draft, completion, chosen.value);
	tools.change({composer: {...composer, draft, suggestions: null}});
	if (completion.type === 'command' && key?.name === 'enter' && !chosen.wantsArgument) {
		tools.act('send');
	}
}
