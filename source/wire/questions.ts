import {failed, type Result} from '../events/failure.ts';
import type {ToEngine} from './message.ts';

export type OpenQueries = {
	readonly ask: (question: (id: number) => ToEngine) => Promise<unknown>;
	readonly settle: (id: number, answer: Result<unknown>) => void;
	/** Call this when the engine is gone and no open query will be answered any more. */
	readonly giveUp: () => void;
};

export function createOpenQueries(send: (message: ToEngine) => void): OpenQueries {
	const open = new Map<number, (answer: Result<unknown>) => void>();
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
				open.set(last, settle);
				send(question(last));
			}),
		settle(id, answer) {
			open.get(id)?.(answer);
			open.delete(id);
		},
		giveUp() {
			isOver = true;
			for (const settle of open.values()) {
				settle({ok: false, failure: noEngine});
			}
			open.clear();
		},
	};
}
