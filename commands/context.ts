import type {Command} from '../source/state/command.ts';

export default {
	summary: 'Show what the model is given',
	run(_, {state}) {
		const {items, contextTokens, queue} = state.chat;
		const start = items.findLastIndex(item => item.type === 'cleared') + 1;
		const counts = new Map<string, number>();
		for (const item of items.slice(start)) {
			counts.set(item.type, (counts.get(item.type) ?? 0) + 1);
		}
		const lines = [
			`Tokens in the last request and its answer: ${contextTokens}`,
			...[...counts].map(([type, count]) => `${count} ${words[type] ?? type}`),
			`${queue.length} queued`,
			start > 0 ? `${start} earlier entries were cleared and are only in the journal.` : '',
		];
		return [{type: 'open-overlay', overlay: {type: 'text', title: 'Context', lines}}];
	},
} satisfies Command;

const words: Readonly<Record<string, string>> = {
	message: 'messages of yours',
	reply: 'replies',
	call: 'tool calls with their results',
	ending: 'turns that did not end well',
};
