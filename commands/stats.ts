import {tokensSpent} from '../source/state/spent.ts';
import type {State, ToolCall} from '../source/state/state.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Show tokens, and every tool with its calls, failures and times',
	run(_, {state}) {
		const spent = tokensSpent(state.chat);
		const lines = [
			`Tokens in: ${spent.input}   out: ${spent.output}`,
			...(spent.missing === '' ? [] : [spent.missing]),
			'',
			'tool                calls  failed  rate      p50      p95  to the model',
			...perTool(state).map(([tool, calls]) => row(tool, calls)),
			'',
			'Over all calls, not only those that went well. The last column is how long results',
			'waited until the model had them, half of them less.',
		];
		return [{type: 'open-overlay', overlay: {type: 'text', title: 'Stats', lines}}];
	},
} satisfies SlashCommand;

function perTool(state: State): readonly (readonly [string, readonly ToolCall[]])[] {
	const calls = [...state.calls.values()];
	const tools = [...Map.groupBy(calls, call => call.tool)];
	return tools.length > 1 ? [...tools, ['all', calls]] : tools;
}

function row(tool: string, calls: readonly ToolCall[]): string {
	const ended = calls.flatMap(call => (call.status.type === 'ended' ? [call.status] : []));
	const failed = ended.filter(({outcome}) => outcome.status !== 'ok').length;
	const times = ended.map(({durationMs}) => durationMs);
	const waits = calls.flatMap(({endedAt, deliveredAt}) =>
		endedAt === undefined || deliveredAt === undefined ? [] : [deliveredAt - endedAt],
	);
	const rate = ended.length === 0 ? '-' : `${Math.round((100 * failed) / ended.length)} %`;
	return [
		tool.padEnd(18),
		String(calls.length).padStart(7),
		String(failed).padStart(8),
		rate.padStart(6),
		at(0.5, times).padStart(9),
		at(0.95, times).padStart(9),
		at(0.5, waits).padStart(14),
	].join('');
}

/** The nearest-rank percentile: of five values, the 95th percentile is the largest. */
function at(share: number, values: readonly number[]): string {
	const sorted = values.toSorted((one, other) => one - other);
	const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
	return value === undefined ? '-' : `${value} ms`;
}
