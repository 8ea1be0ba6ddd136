import {dirname} from 'node:path';
import {makePrivateFolder} from './atomic-file.ts';
import {systemClock} from './clock.ts';
import {takeLock} from './lock.ts';

/**
 * Reads, changes and writes a file that other instances change too, as one step, so that no change
 * is lost. The action must be synchronous. Throws EBUSY if another program keeps the lock.
 */
export function withLock<Value>(path: string, action: () => Value): Value {
	const attempt = attempts(path, {action, waitMsMax: stillMsMax});
	let done = attempt();
	while (!done) {
		pause();
		done = attempt();
	}
	return done.value;
}

/** Like `withLock`, but the program keeps running while it waits for the lock. */
export async function whenUnlocked<Value>(path: string, action: () => Value): Promise<Value> {
	const clock = systemClock();
	const attempt = attempts(path, {action, waitMsMax: turnMsMax});
	let done = attempt();
	while (!done) {
		await clock.sleep(pauseMs);
		done = attempt();
	}
	return done.value;
}

/**
 * How long the screen may freeze while another program holds the lock. A small change takes 1 or 2
 * ms.
 */
const stillMsMax = 3000;
const turnMsMax = 30_000;
const pauseMs = 3;

/** Returns null while another program holds the lock. */
function attempts<Value>(
	path: string,
	{action, waitMsMax}: {action: () => Value; waitMsMax: number},
): () => {readonly value: Value} | null {
	const clock = systemClock();
	const lock = `${path}.lock`;
	const deadline = clock.elapsed() + waitMsMax;
	makePrivateFolder(dirname(path));
	return () => {
		const taken = takeLock(lock, clock);
		if (taken.status === 'taken') {
			try {
				return {value: action()};
			} finally {
				taken.release();
			}
		}
		if (clock.elapsed() > deadline) {
			const {pid} = taken.holder;
			throw Object.assign(new Error(`${lock} is held by process ${pid}`), {code: 'EBUSY'});
		}
		return null;
	};
}

function pause(): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, pauseMs);
}
