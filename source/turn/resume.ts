import type {TurnId} from '../events/ids.ts';
import {openCalls} from './call.ts';
import type {TurnPorts} from './ports.ts';

/**
 * Closes what an earlier process left open, as what it was: interrupted. Calls that only waited
 * for an answer were never started; their turn is returned so that it can go on.
 */
export function closeOrphans(ports: TurnPorts): TurnId | null {
	const {store} = ports;
	const {chat, calls, terminals} = store.state();
	for (const call of calls.values()) {
		if (call.status.type === 'running') {
			const outcome = {status: 'interrupted'} as const;
			store.append({type: 'tool.ended', call: call.id, outcome, durationMs: 0});
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
	if (!chat.turn) {
		return null;
	}
	if (openCalls(ports, chat.turn.id).length > 0) {
		return chat.turn.id;
	}
	store.append({type: 'turn.ended', turn: chat.turn.id, outcome: 'interrupted'});
	return null;
}
