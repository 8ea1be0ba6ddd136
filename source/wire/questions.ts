import {failed, type Result} from '../events/failure.ts';
import type {ToEngine} from './message.ts';

export type OpenQueries = {
	readonly ask: (question: (id: number) => ToEngine) => Promise<unknown>;
	readonly settle: (id: number, answer: Result<unknown>) => void;
	/** Call this when the engine is gone and no open query will be answered any more. */
	readonly giveUp: () => void;
	/**
	 * Sends the open queries again, to the process that has the session now. Those in `unsent` are
	 * left out, because they will be sent anyway.
	 */
	readonly askAgain: (unsent: readonly ToEngine[]) => void;
};

export function createOpenQueries(send: (message: ToEngine) => void): OpenQueries {
	const open = new Map<number, Open>();
	let isOver = false;
	let last = 0;
	const noEngine = failed('unreachable', 'The engine of this session is gone.');
	return {
		ask: question =>
			new Promise((resolve, reject) => {
				last += 1;
				const settle = (answer: Result<unknown>) =>
					answer.ok ? resolve(answer.value) : reject(new Error(answer.failure.message));
				if (isOver) {
					settle({ok: false, failure: noEngine});
					return;
				}
				const asked = question(last);
				open.set(last, {asked, settle});
				send(asked);
			}),
		settle(id, answer) {
			open.get(id)?.settle(answer);
			open.delete(id);
		},
		giveUp() {
			isOver = true;
			for (const {settle} of open.values()) {
				settle({ok: false, failure: noEngine});
			}
			open.clear();
		},
		askAgain(unsent) {
			for (const {asked} of open.values()) {
				if (!unsent.includes(asked)) {
					send(asked);
				}
			}
		},
	};
}

type Open = {readonly asked: ToEngine; readonly settle: (answer: Result<unknown>) => void};
