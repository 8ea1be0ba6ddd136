import type {CallId, ReplyId, TurnId} from '../events/ids.ts';
import type {OutsideCaller} from '../events/tool-event.ts';
import {clientGone, finishCall, proposeCall} from './call.ts';
import type {TurnPorts} from './ports.ts';
import {programEnds} from './run-tool.ts';

export type OutsideCall = {
	readonly id: CallId;
	/** Resolves when the call has ended, in whatever way. */
	readonly done: Promise<void>;
};

/**
 * Calls that other agents make from outside. They are handled like a model's calls: proposed,
 * authorized, run, ended. They belong to no turn of the conversation. Instead of a turn's id, all
 * calls of one client have the same id, so that the gate notices when a client repeats a refused
 * call.
 */
export type OutsideCalls = {
	readonly start: (request: {
		readonly caller: OutsideCaller;
		readonly tool: string;
		/** The arguments as JSON. */
		readonly raw: string;
	}) => OutsideCall;
	/** Stops one call. Does nothing if it has ended. */
	readonly cancel: (call: CallId, why: 'asked' | 'client-gone') => void;
	/** Whether the call was told to stop, and has not ended yet. */
	readonly isStopping: (call: CallId) => boolean;
	/** Stops all calls, since a person has pressed the key for it. */
	readonly interrupt: () => void;
	/** Stops all calls and starts no new one. */
	readonly stop: () => void;
	readonly settled: () => Promise<void>;
};

export function createOutsideCalls(ports: TurnPorts): OutsideCalls {
	const open = new Map<CallId, {readonly abort: AbortController; readonly done: Promise<void>}>();
	let isStopped = false;
	const abortAll = (reason?: string) => {
		for (const {abort} of open.values()) {
			abort.abort(reason);
		}
	};
	return {
		start({caller, tool, raw}) {
			const abort = new AbortController();
			const id = proposeCall(ports, {
				turn: caller.id as TurnId,
				reply: '' as ReplyId,
				part: {type: 'call', id: '', name: tool, arguments: raw},
				current: ports.host(),
				caller,
			});
			if (isStopped) {
				abort.abort(programEnds);
			}
			const done = finishCall(ports, id, abort.signal).finally(() => open.delete(id));
			open.set(id, {abort, done});
			return {id, done};
		},
		cancel: (call, why) =>
			open.get(call)?.abort.abort(why === 'client-gone' ? clientGone : undefined),
		isStopping: call => open.get(call)?.abort.signal.aborted === true,
		interrupt: () => abortAll(),
		stop() {
			isStopped = true;
			abortAll(programEnds);
		},
		async settled() {
			await Promise.all([...open.values()].map(({done}) => done));
		},
	};
}
