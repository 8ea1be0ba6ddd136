import type {TurnId} from '../events/ids.ts';
import {openCalls, recordOf} from './call.ts';
import type {TurnPorts} from './ports.ts';

/**
 * Closes what an earlier process left open, as what it was: interrupted. Calls that only waited
 * for an answer were never started; their turns are returned so that they can go on.
 */
export function closeOrphans(ports: TurnPorts): readonly TurnId[] {
	const {store} = ports;
	const {chat, calls, terminals} = store.state();
	for (const call of calls.values()) {
		if (call.status.type === 'running') {
			const outcome = {status: 'interrupted'} as const;
			const record = recordOf(call);
			store.append({type: 'tool.ended', call: call.id, outcome, durationMs: 0, record});
		}
	}
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
