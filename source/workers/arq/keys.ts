/** The names of arq's keys. All queues of a database share them, except for the health record. */
export type ArqKeys = {
	readonly queue: string;
	readonly health: string;
	readonly abort: string;
	readonly job: (id: string) => string;
	readonly lock: (id: string) => string;
	readonly retry: (id: string) => string;
	readonly result: (id: string) => string;
	/** Matches all of arq's keys, but not the names of other queues. */
	readonly pattern: string;
	/** Returns the job's id if the key is a lock; otherwise an empty list. */
	readonly lockedId: (key: string) => readonly string[];
	readonly resultId: (key: string) => readonly string[];
};

export const standardArqQueue = 'arq:queue';

export function arqKeys(queue: string): ArqKeys {
	const lock = 'arq:in-progress:';
	const result = 'arq:result:';
	const idAfter = (prefix: string) => (key: string) =>
		key.startsWith(prefix) ? [key.slice(prefix.length)] : [];
	return {
		queue,
		health: `${queue}:health-check`,
		abort: 'arq:abort',
		job: id => `arq:job:${id}`,
		lock: id => `${lock}${id}`,
		retry: id => `arq:retry:${id}`,
		result: id => `${result}${id}`,
		pattern: 'arq:*',
		lockedId: idAfter(lock),
		resultId: idAfter(result),
	};
}
