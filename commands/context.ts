import {tokensNow} from '../source/state/compaction.ts';
import {itemsGiven} from '../source/state/conversation.ts';
import {fileWords, isTold} from '../source/state/project.ts';
import type {State} from '../source/state/state.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Show what the model is given, and how full it is',
	run(_, {state}) {
		const {items, windowTokens, queue} = state.chat;
		const given = itemsGiven(state);
		const counts = new Map<string, number>();
		for (const item of given) {
			const isWell = item.type === 'ending' && item.outcome === 'done';
			counts.set(item.type, (counts.get(item.type) ?? 0) + (isWell ? 0 : 1));
		}
		const left = items.length - given.length;
		const compacted = items.findLast(item => item.type === 'compacted');
		const lines = [
			fullness(tokensNow(state), windowTokens),
			...[...counts].flatMap(([type, count]) => countWords(type, count)),
			`${queue.length} queued`,
			...(left > 0 ? [leftOut(left)] : []),
			...instructionLines(state),
			...(compacted?.type === 'compacted' ? ['', 'In their place:', '', compacted.summary] : []),
		];
		return [{type: 'open-overlay', overlay: {type: 'text', title: 'Context', lines}}];
	},
} satisfies SlashCommand;

function fullness(tokens: number, windowTokens: number): string {
	const about = `About ${tokens} tokens`;
	return windowTokens === 0
		? about
		: `${about} of ${windowTokens}: ${Math.round((100 * tokens) / windowTokens)} % full. At 80 % it is compacted by itself, with /compact before.`;
}

/** Which instruction files the model gets, which it does not get, and why. */
function instructionLines({project: {facts}}: State): readonly string[] {
	if (facts === null) {
		return ['', 'No file instructs the model. /init writes an AGENTS.md for this folder.'];
	}
	const told = facts.files.filter(file => isTold(file, facts));
	const left = facts.files.filter(file => !isTold(file, facts));
	return [
		'',
		told.length === 0
			? 'No file instructs the model.'
			: `Files that instruct the model, the nearest last (on ${facts.host}, ${facts.folder}):`,
		...told.map(file => `  ${fileWords(file)}`),
		...(left.length === 0 ? [] : ['Left out, because this folder is not trusted (/trust asks):']),
		...left.map(file => `  ${fileWords(file)}`),
		...facts.notes,
	];
}

function countWords(type: string, count: number): readonly string[] {
	const [one, many] = words[type] ?? [];
	return one === undefined || count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}

function leftOut(count: number): string {
	return count === 1
		? '1 earlier entry is not sent any more; the journal keeps it.'
		: `${count} earlier entries are not sent any more; the journal keeps them.`;
}

/** The names of the kinds of items: for one, and for several. */
const words: Readonly<Record<string, readonly [string, string]>> = {
	message: ['message of yours', 'messages of yours'],
	reply: ['reply', 'replies'],
	call: ['tool call with its result', 'tool calls with their results'],
	ending: ['turn that did not end well', 'turns that did not end well'],
};
