import {beginningOf} from '../events/shorten.ts';
import type {QueueView, WorkerProcess, WorkerView} from '../events/worker.ts';
import {hostOf, queueOf, type WorkerLook} from './look.ts';
import {commandLengthMax, type Judged, wordsOf} from './process/judge.ts';
import type {QueueLook} from './queue.ts';

/** Converts a look at a worker to what front ends show. */
export function viewOf({worker, judged, queue}: WorkerLook): WorkerView {
	return {
		name: worker.name,
		kind: worker.kind,
		host: hostOf(worker),
		state: judged.state,
		reason: judged.reason,
		process: judged.process && processOf(judged.process),
		queue: queue && {
			name: queueOf(worker) ?? '?',
			...(queue.ok
				? queueView(queue.value)
				: {counts: null, health: null, problem: queue.failure.message}),
		},
	};
}

function processOf(process: NonNullable<Judged['process']>): WorkerProcess {
	const {pid, owner, cpuMs, ageMs, memoryBytes} = process;
	return {
		pid,
		owner,
		cpuPercent: ageMs === 0 ? 0 : Math.round((1000 * cpuMs) / ageMs) / 10,
		memoryBytes,
		ageMs,
		command: beginningOf(wordsOf(process), commandLengthMax),
	};
}

function queueView({
	counts,
	health,
	problems,
	isPaused,
}: QueueLook): Pick<QueueView, 'counts' | 'health' | 'problem'> {
	const paused = isPaused ? ['The queue is paused.'] : [];
	const [problem = null] = [...problems, ...paused];
	return {counts, health, problem};
}
