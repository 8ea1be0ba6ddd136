import {localHost, type TurnId} from '../events/ids.ts';
import type {ToolCall} from '../state/state.ts';
import {openCalls, recordOf} from './call.ts';
import type {TurnPorts} from './ports.ts';

/**
 * Closes what an earlier process left open, as what it was: interrupted. Calls that only waited
 * for an answer were never started; their turns are returned so that they can go on.
 */
export function closeOrphans(ports: TurnPorts): readonly TurnId[] {
	const {store} = ports;
	const {chat, calls, terminals} = store.state();
	const ran = [...calls.values()].filter(({status}) => status.type === 'running');
	for (const call of ran) {
		const outcome = {status: 'interrupted'} as const;
		const record = recordOf(call);
		store.append({type: 'tool.ended', call: call.id, outcome, durationMs: 0, record});
	}
	tellInterrupted(ports, ran);
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
	for (const terminal of terminals) {
		store.append({type: 'terminal.closed', terminal: terminal.id});
	}
	const left = [...chat.parked, ...(chat.turn ? [chat.turn] : [])].map(turn => turn.id);
	const waiting = left.filter(turn => openCalls(ports, turn).length > 0);
	for (const turn of left) {
		if (!waiting.includes(turn)) {
			store.append({type: 'turn.ended', turn, outcome: 'interrupted'});
		}
	}
	return waiting;
}

const summaryLengthMax = 120;

/** The card may be far up by now, and line by line there is none: nobody must have to look for it. */
function tellInterrupted({store}: TurnPorts, calls: readonly ToolCall[]): void {
	for (const {tool, summary, host} of calls) {
		const [line = ''] = summary.split('\n');
		const words = line.length > summaryLengthMax ? `${line.slice(0, summaryLengthMax)}…` : line;
		const place = host === localHost ? '' : ` on ${host}`;
		store.append({
			type: 'notice.shown',
			level: 'warn',
			text: `The program ended while this ran${place}: ${tool} ${words}. Its outcome is unknown, and it may have had effects.`,
		});
	}
}
