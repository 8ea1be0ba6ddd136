import {localHost} from '../../events/ids.ts';
import type {QueueView, WorkersView, WorkerView} from '../../events/worker.ts';
import {revealInRow} from '../../text/neutralise.ts';
import {span} from '../words.ts';

/** The texts about one worker, for the screen and for the line-by-line front end. */
export type WorkerWords = {
	readonly name: string;
	readonly state: WorkerView['state'];
	/** Age, CPU, memory and owner of the process; if there is none, why it doesn't run. */
	readonly process: string;
	/** The kind and the host of the worker, then its queue. */
	readonly about: string;
	/** What the queue's workers report about themselves, or the problem with that. */
	readonly health: {readonly text: string; readonly isProblem: boolean} | null;
};

export function workerWords(worker: WorkerView): WorkerWords {
	const {name, state, reason, kind, host, queue} = worker;
	const where = host === localHost ? kind : `${kind} on ${host}`;
	return {
		name,
		state,
		process: processWords(worker) ?? revealInRow(reason),
		about: queue?.counts ? `${where}: ${countWords(queue.counts, state)}` : where,
		health: queue && healthWords(queue),
	};
}

function processWords({state, process}: WorkerView): string | null {
	if (state !== 'running' || process === null) {
		return null;
	}
	const {ageMs, cpuPercent, memoryBytes, owner, pid} = process;
	const memory = `${Math.round(memoryBytes / 1_048_576)} MB`;
	return `${span(ageMs)}  ${cpuPercent} % CPU  ${memory}  ${revealInRow(owner)} ${pid}`;
}

/**
 * The counts of a queue. Jobs that are marked as running are called `locked` if no worker is known
 * to run, because they may not be running.
 */
function countWords(
	{running, queued, deferred, recent, isPartial}: NonNullable<QueueView['counts']>,
	state: WorkerView['state'],
): string {
	const locked = `${running} ${state === 'running' ? 'running' : 'locked'}`;
	const words = `${locked}, ${queued} queued, ${deferred} deferred, ${recent} recent`;
	return isPartial ? `at least ${words}` : words;
}

function healthWords({health, problem}: QueueView): WorkerWords['health'] {
	if (problem !== null) {
		return {text: revealInRow(problem), isProblem: true};
	}
	if (health === null) {
		return {text: 'no health record', isProblem: false};
	}
	// The record's own time is removed, because its age is shown.
	const text = revealInRow(health.text).replace(/^[A-Z][a-z]{2}-\d{2} [\d:]{8} /, '');
	const age = health.ageMs === null ? '' : `${span(health.ageMs)} ago: `;
	return {text: `health ${age}${text}`, isProblem: false};
}

export const noWorkersWords = 'config.json names no background workers (`workers`).';

/** The texts about all workers as plain lines. */
export function workersAsLines({isConfigured, list}: WorkersView): readonly string[] {
	return isConfigured
		? (list ?? []).flatMap(worker => {
				const {name, state, process, about, health} = workerWords(worker);
				return [`${name}: ${state}. ${process}`, `${about}${health ? `; ${health.text}` : ''}`];
			})
		: [noWorkersWords];
}
