import {isJsonObject} from '../events/json.ts';
import type {ChatItem} from './items/item-kinds.ts';
import type {State, ToolCall} from './state.ts';

type Checked = {
	readonly state: State;
	/** The number of the first event that stays; the summary replaces the items before it. */
	readonly keptFrom: number;
	readonly charactersMax: number;
	/** Replaces secrets. Call it before you cut a text: half a secret is not recognised as one. */
	readonly hide: (text: string) => string;
};

/**
 * Adds to a summary what the model left out although the work depends on it: the person's task,
 * what the person refused, and the files in use.
 */
export function withWhatMustStay(summary: string, checked: Checked): string {
	const dropped = droppedItems(checked);
	const calls = dropped.flatMap(item => callOf(checked.state, item));
	const sections = [
		section('What the person wrote, as it was written', missingWords(summary, dropped, checked)),
		section('What the person refused', missingRefusals(summary, calls, checked)),
		section('Files that were in play', missingFiles(summary, checked.state, calls)),
	].filter(text => text !== '');
	if (sections.length === 0) {
		return summary;
	}
	const [first = ''] = sections;
	const room = Math.floor(checked.charactersMax) - introduction.length;
	const kept = shortened(
		checked.hide(sections.join('\n\n')),
		Math.max(room, Math.min(first.length, wordsMax)),
	);
	return `${summary}\n\n${introduction}\n\n${kept}`;
}

const introduction = '[agent-tui: what the summary left out]';

function droppedItems({state: {chat}, keptFrom}: Checked): readonly ChatItem[] {
	const from = chat.items.findLastIndex(({type}) => type === 'cleared') + 1;
	const to = chat.items.findIndex(
		item => (item.type === 'message' || item.type === 'reply') && item.seq >= keptFrom,
	);
	return chat.items.slice(from, to < 0 ? undefined : to);
}

function callOf({calls}: State, item: ChatItem): readonly ToolCall[] {
	const call = item.type === 'call' ? calls.get(item.call) : undefined;
	return call ? [call] : [];
}

function section(title: string, lines: readonly string[]): string {
	return lines.length === 0 ? '' : [`${title}:`, ...lines.map(line => `- ${line}`)].join('\n');
}

const wordsMax = 800;

/**
 * Returns the first message (the task) and the last one (its newest form) if the summary lacks
 * them.
 */
function missingWords(
	summary: string,
	dropped: readonly ChatItem[],
	{hide}: Checked,
): readonly string[] {
	const said = dropped.flatMap(item => (item.type === 'message' ? [hide(item.text)] : []));
	const [task, latest] = [said[0], said.length > 1 ? said.at(-1) : undefined];
	return [task, latest]
		.filter(text => text !== undefined)
		.filter(text => !holdsWords(summary, text))
		.map(text => shortened(text, wordsMax));
}

const wordsLookedFor = 40;
const wordsShare = 0.6;

/**
 * A summary paraphrases. So it counts as containing the text if it has 60 % of the text's first 40
 * different words of three letters or more.
 */
function holdsWords(summary: string, text: string): boolean {
	const there = wordsOf(summary);
	const wanted = [...wordsOf(text)].slice(0, wordsLookedFor);
	const found = wanted.filter(word => there.has(word)).length;
	return found >= wordsShare * wanted.length;
}

function wordsOf(text: string): ReadonlySet<string> {
	return new Set(text.toLowerCase().match(/[\p{L}\p{N}_./-]{3,}/gu) ?? []);
}

const refusalsMax = 10;

function missingRefusals(
	summary: string,
	calls: readonly ToolCall[],
	{hide}: Checked,
): readonly string[] {
	return calls
		.flatMap(({summary: words, answer}) =>
			answer?.verdict.type === 'deny' && answer.verdict.reason !== undefined
				? [`${shortened(hide(words), 200)}: ${shortened(hide(answer.verdict.reason), 300)}`]
				: [],
		)
		.filter(line => !holdsWords(summary, line))
		.slice(-refusalsMax);
}

const filesMax = 40;

function missingFiles(
	summary: string,
	{changes}: State,
	calls: readonly ToolCall[],
): readonly string[] {
	const made = new Set(calls.map(({id}) => id));
	const changed = changes.filter(({call}) => made.has(call)).map(({path}) => path);
	const named = calls.flatMap(({input}) =>
		isJsonObject(input) && typeof input['path'] === 'string' ? [input['path']] : [],
	);
	return [...new Set([...changed, ...named])]
		.filter(path => path !== '' && !summary.includes(path))
		.slice(-filesMax);
}

function shortened(text: string, lengthMax: number): string {
	const half = Math.floor(lengthMax / 2);
	return text.length <= lengthMax ? text : `${text.slice(0, half)} […] ${text.slice(-half)}`;
}
