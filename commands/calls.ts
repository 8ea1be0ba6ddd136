import type {ToolCall} from '../source/state/state.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'List every tool call with state, host, time and size, those that failed first',
	usage: '[failed|a word]',
	run(argument, {state, now}) {
		const calls = [...state.calls.values()].filter(call => isWanted(call, argument));
		const [bad, well] = [calls.filter(isBad), calls.filter(call => !isBad(call))];
		const all = [
			...section(`Failed, denied or interrupted: ${bad.length}`, bad, now),
			...section(`The others: ${well.length}`, argument === 'failed' ? [] : well, now),
		];
		const none = argument === '' ? 'No tool has been called yet.' : 'No call is like that.';
		const lines = calls.length === 0 ? [none] : all;
		return [{type: 'open-overlay', overlay: {type: 'text', title: 'Calls', lines}}];
	},
} satisfies SlashCommand;

function isWanted(call: ToolCall, argument: string): boolean {
	const words = `${call.tool} ${call.host} ${stateOf(call)} ${call.summary}`;
	return argument === 'failed' ? isBad(call) : words.includes(argument);
}

function isBad({status}: ToolCall): boolean {
	return status.type === 'ended' && status.outcome.status !== 'ok';
}

/** Lists the newest call first, because people mostly look for the last one. */
function section(title: string, calls: readonly ToolCall[], now: number): readonly string[] {
	return calls.length === 0
		? []
		: [title, ...calls.toReversed().flatMap(call => lines(call, now)), ''];
}

function lines(call: ToolCall, now: number): readonly string[] {
	const {status} = call;
	const line = [
		` ${stateOf(call).padEnd(11)}`,
		call.host.padEnd(8),
		timeOf(call, now).padStart(9),
		sizeOf(call).padStart(8),
		` ${call.tool}`,
		call.summary.split('\n')[0] ?? '',
	].join(' ');
	const why = status.type === 'ended' ? whyOf(status.outcome) : '';
	return why === '' ? [line] : [line, `   ${why}`];
}

function whyOf(outcome: Extract<ToolCall['status'], {type: 'ended'}>['outcome']): string {
	switch (outcome.status) {
		case 'failed':
		case 'lost':
			return outcome.failure.message;
		case 'denied':
			return outcome.reason ?? '';
		default:
			return '';
	}
}

function stateOf({status}: ToolCall): string {
	return status.type === 'ended' ? status.outcome.status : status.type;
}

function timeOf({status}: ToolCall, now: number): string {
	switch (status.type) {
		case 'ended':
			return lasting(status.durationMs);
		case 'running':
			return `${lasting(now - status.startedAt)}…`;
		default:
			return '';
	}
}

function lasting(durationMs: number): string {
	return durationMs < 10_000 ? `${durationMs} ms` : `${Math.round(durationMs / 1000)} s`;
}

/** The size of the result that the model gets. */
function sizeOf({status}: ToolCall): string {
	const result =
		status.type === 'ended' && 'result' in status.outcome ? status.outcome.result : undefined;
	const bytes = result === undefined ? 0 : JSON.stringify(result).length;
	return bytes === 0 ? '' : bytes < 10_000 ? `${bytes} B` : `${Math.round(bytes / 1000)} kB`;
}
