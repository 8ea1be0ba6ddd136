import type {CallId} from '../events/ids.ts';
import type {ToolCall} from '../state/state.ts';
import type {Service} from './service.ts';

/**
 * Limits the memory that results of clients' calls take. Beyond the limit, the oldest results are
 * released until three quarters of it are left. The journal keeps all of them.
 */
export function keepResults({parts, limits}: Service): {readonly close: () => void} {
	const {store, append} = parts;
	const kept = new Map<CallId, {readonly endedAt: number; readonly length: number}>();
	let total = 0;
	const note = (call: ToolCall) => {
		if (!kept.has(call.id) && isKept(call)) {
			const {length} = JSON.stringify(call.status);
			kept.set(call.id, {endedAt: call.endedAt ?? 0, length});
			total += length;
		}
	};
	const release = () => {
		const oldest = [...kept].toSorted(([, one], [, other]) => one.endedAt - other.endedAt);
		const calls: CallId[] = [];
		for (const [id, {length}] of oldest) {
			if (total > (limits.keptLength * 3) / 4) {
				kept.delete(id);
				total -= length;
				calls.push(id);
			}
		}
		append({type: 'tools.released', calls});
	};
	const look = (ended: CallId | null) => {
		const {calls} = store.state();
		const call = ended === null ? undefined : calls.get(ended);
		for (const each of call ? [call] : calls.values()) {
			note(each);
		}
		if (total > limits.keptLength) {
			release();
		}
	};
	look(null);
	const stop = store.onEvent(event => {
		// Listeners are called before the state changes, so wait a microtask.
		if (event.type === 'tool.ended') {
			queueMicrotask(() => look(event.call));
		} else if (event.type === 'past.read') {
			queueMicrotask(() => look(null));
		}
	});
	return {close: stop};
}

function isKept(call: ToolCall): boolean {
	return call.caller !== undefined && call.status.type === 'ended' && call.released !== true;
}
