import {failed} from '../events/failure.ts';
import {localHost, type TurnId} from '../events/ids.ts';
import type {Outcome} from '../events/outcome.ts';
import type {TerminalRecord, ToolCall} from '../state/state.ts';
import {openCallsOf, recordOf} from './call.ts';
import type {TurnPorts} from './ports.ts';

/**
 * Ends what an earlier process left running, as interrupted. Calls that only waited for an answer
 * never started: their turns are returned so that they can continue.
 */
export function closeOrphans(ports: TurnPorts): readonly TurnId[] {
	const {store} = ports;
	const {chat, calls, terminals} = store.state();
	const ran = [...calls.values()].filter(({status}) => status.type === 'running');
	const ends = ran.map(call => ({call, outcome: endOf(call, terminals)}));
	for (const {call, outcome} of ends) {
		const record = {...recordOf(call), ...(call.caller && {end: 'crash' as const})};
		store.append({type: 'tool.ended', call: call.id, outcome, durationMs: 0, record});
	}
	const cutShort = ends.filter(({outcome}) => outcome.status === 'interrupted');
	tellInterrupted(
		ports,
		cutShort.map(({call}) => call),
	);
	for (const item of chat.items) {
		if (item.type === 'reply' && !item.ended) {
			store.append({
				type: 'reply.ended',
				reply: item.id,
				finish: 'interrupted',
				durationMs: 0,
			});
		}
	}
	for (const {id, kept, ended} of terminals) {
		// A terminal that is kept on its host may still be running. It comes back when that host is
		// connected.
		if (kept === undefined || ended !== null) {
			store.append({type: 'terminal.closed', terminal: id});
		}
	}
	for (const call of calls.values()) {
		// The call's client disconnected when the earlier process ended, so nobody would get the
		// result.
		if (call.caller && (call.status.type === 'proposed' || call.status.type === 'waiting')) {
			const outcome = {status: 'interrupted'} as const;
			const record = {...recordOf(call), end: 'crash'} as const;
			store.append({type: 'tool.ended', call: call.id, outcome, durationMs: 0, record});
		}
	}
	const left = [...chat.parked, ...(chat.turn ? [chat.turn] : [])].map(turn => turn.id);
	const waiting = left.filter(turn => openCallsOf(ports, turn).length > 0);
	for (const turn of left) {
		if (!waiting.includes(turn)) {
			store.append({type: 'turn.ended', turn, outcome: 'interrupted'});
		}
	}
	return waiting;
}

/**
 * Returns how the program of a call has ended, as recorded. Its output was lost with the process.
 */
function endOf({terminal}: ToolCall, terminals: readonly TerminalRecord[]): Outcome {
	const ended = terminals.find(({id}) => id === terminal)?.ended;
	if (!ended) {
		return {status: 'interrupted'};
	}
	const {exitCode, signal, lost} = ended;
	const hint =
		'agent-tui ended before the output of this command was told. Its program had ended by itself, as written here.';
	const result = {running: false, exit_code: exitCode, signal, hint};
	if (lost !== undefined) {
		return {
			status: 'lost',
			failure: failed('unreachable', lost),
			result: {...result, reason: 'lost'},
		};
	}
	return signal === null
		? {status: 'ok', result: {success: true, reason: 'exited', output: '', ...result}}
		: {
				status: 'failed',
				failure: failed('incomplete', `The program was ended by ${signal}.`),
				result: {success: false, reason: 'signalled', output: '', ...result},
			};
}

const summaryLengthMax = 120;

/**
 * Shows a notice about interrupted calls: their cards may be far up, and the line-by-line front end
 * has no cards.
 */
function tellInterrupted({store, hide}: TurnPorts, calls: readonly ToolCall[]): void {
	for (const {tool, summary, host} of calls) {
		const [line = ''] = hide.text(summary).split('\n');
		const words = line.length > summaryLengthMax ? `${line.slice(0, summaryLengthMax)}…` : line;
		const place = host === localHost ? '' : ` on ${host}`;
		store.append({
			type: 'notice.shown',
			level: 'warn',
			text: `The program ended while this ran${place}: ${tool} ${words}. Its outcome is unknown, and it may have had effects.`,
		});
	}
}
