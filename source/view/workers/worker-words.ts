import {localHost} from '../../events/ids.ts';
import type {QueueView, WorkersView, WorkerView} from '../../events/worker.ts';
import {revealInRow} from '../../text/neutralise.ts';
import {span} from '../words.ts';

/** What is said of one worker, on the screen as line by line. */
export type WorkerWords = {
	readonly name: string;
	readonly state: WorkerView['state'];
	/** Age, CPU, memory and owner; else why it does not run. */
	readonly process: string;
	/** The kind and the host, then the queue. */
	readonly about: string;
	/** What the queue's workers tell of themselves, or what is wrong with it. */
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

/** What is locked while no worker is known to run need not be running. */
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
	// The age is told in our own words, so the record's time is not repeated.
	const text = revealInRow(health.text).replace(/^[A-Z][a-z]{2}-\d{2} [\d:]{8} /, '');
	const age = health.ageMs === null ? '' : `${span(health.ageMs)} ago: `;
	return {text: `health ${age}${text}`, isProblem: false};
}

export const noWorkersWords = 'config.json names no background workers (`workers`).';

/** The same as plain lines. */
export function workersAsLines({isConfigured, list}: WorkersView): readonly string[] {
	return isConfigured
		? (list ?? []).flatMap(worker => {
				const {name, state, process, about, health} = workerWords(worker);
				return [`${name}: ${state}. ${process}`, `${about}${health ? `; ${health.text}` : ''}`];
			})
		: [noWorkersWords];
}
