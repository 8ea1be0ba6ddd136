import type {Command} from '../source/state/command.ts';
import type {ToolCall} from '../source/state/state.ts';

export default {
	summary: 'List every tool call with its state, host and time',
	run(_, {state}) {
		const calls = [...state.calls.values()];
		const lines = calls.length === 0 ? ['No tool has been called yet.'] : calls.map(line);
		return [{type: 'open-overlay', overlay: {type: 'text', title: 'Calls', lines}}];
	},
} satisfies Command;

function line(call: ToolCall): string {
	const {status} = call;
	const state = status.type === 'ended' ? status.outcome.status : status.type;
	const time = status.type === 'ended' ? `${status.durationMs} ms` : '';
	return `${state.padEnd(11)} ${call.host.padEnd(8)} ${time.padStart(9)}  ${call.tool}  ${call.summary.split('\n')[0] ?? ''}`;
}
