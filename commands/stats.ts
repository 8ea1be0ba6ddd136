import type {Command} from '../source/state/command.ts';
import type {State, ToolCall} from '../source/state/state.ts';

export default {
	summary: 'Show tokens, and every tool with its calls, failures and times',
	run(_, {state}) {
		const {usage} = state.chat;
		const lines = [
			`Tokens in: ${usage.inputTokens}   out: ${usage.outputTokens}`,
			'',
			'tool                calls  failed    p50     p95',
			...perTool(state).map(([tool, calls]) => row(tool, calls)),
		];
		return [{type: 'open-overlay', overlay: {type: 'text', title: 'Stats', lines}}];
	},
} satisfies Command;

function perTool(state: State): readonly (readonly [string, readonly ToolCall[]])[] {
	return [...Map.groupBy(state.calls.values(), call => call.tool)];
}

function row(tool: string, calls: readonly ToolCall[]): string {
	const ended = calls.flatMap(call => (call.status.type === 'ended' ? [call.status] : []));
	const failed = ended.filter(status => status.outcome.status !== 'ok').length;
	const times = ended.map(status => status.durationMs).sort((a, b) => a - b);
	const at = (share: number) =>
		times.length === 0 ? '-' : `${times[Math.floor((times.length - 1) * share)]} ms`;
	return [
		tool.padEnd(18),
		String(calls.length).padStart(6),
		String(failed).padStart(7),
		at(0.5).padStart(9),
		at(0.95).padStart(9),
	].join('');
}
