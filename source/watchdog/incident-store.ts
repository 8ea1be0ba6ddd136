import type {Incident} from '../events/incident.ts';
import {isJsonObject, parseJson} from '../events/json.ts';
import {readTextFile, writeFileAtomic} from '../platform/atomic-file.ts';
import type {Clock} from '../platform/clock.ts';
import {isProcessAlive} from '../platform/process-identity.ts';
import {setAside} from '../platform/set-aside.ts';
import {isMemory} from './incident-shape.ts';
import {verifyMs} from './judge.ts';
import type {Knowledge} from './knowledge.ts';
import {emptyLedger, type Ledger} from './ledger.ts';

/** The content of `incidents.json`: past incidents, what helped, and what diagnoses have cost. */
export type Memory = {
	readonly incidents: readonly Incident[];
	readonly knowledge: Knowledge;
	readonly ledger: Ledger;
};

export const emptyMemory: Memory = {incidents: [], knowledge: [], ledger: emptyLedger};

export type IncidentStore = {
	readonly memory: () => Memory;
	/** Applies a change to the content that the file has now: another program may have changed it. */
	readonly change: (update: (memory: Memory) => Memory) => void;
	/** Resolves when everything was written, or cannot be written. */
	readonly settled: () => Promise<void>;
};

export type IncidentStorePorts = {
	readonly clock: Clock;
	/** The path of the file; null keeps everything in memory only. */
	readonly path: string | null;
	/** Takes the lock; returns null while another program holds it. */
	readonly takeLock: () => (() => void) | null;
	readonly onProblem: (text: string) => void;
};

const version = 1;
const incidentsMax = 500;
const keptMs = 7 * 24 * 3_600_000;
const lockTries = 200;
const lockPauseMs = 25;
const unwrittenMax = 1000;

export function createIncidentStore(ports: IncidentStorePorts): IncidentStore {
	const state = {memory: trim(load(ports), ports.clock.now()), isWell: true};
	let writing = Promise.resolve();
	let waiting: ((memory: Memory) => Memory)[] = [];
	const write = async () => {
		const updates = waiting;
		waiting = [];
		if (ports.path !== null && updates.length > 0) {
			const saved = await save(ports, {path: ports.path, updates, state});
			if (saved) {
				state.memory = waiting.reduce((memory, update) => update(memory), saved);
			} else {
				// Changes that could not be written are retried with the next one. In memory they already
				// count.
				waiting = [...updates, ...waiting].slice(-unwrittenMax);
			}
		}
	};
	return {
		memory: () => state.memory,
		change(update) {
			state.memory = trim(update(state.memory), ports.clock.now());
			waiting.push(update);
			writing = writing.then(write);
		},
		settled: () => writing,
	};
}

/** Reads the file for a program that only shows it. Returns null if the file can't be used. */
export function readMemory(path: string, now: number): Memory | null {
	const text = readTextFile(path);
	const memory = text === null ? emptyMemory : parse(text);
	return memory && trim(memory, now);
}

type StoreState = {memory: Memory; isWell: boolean};

async function save(
	ports: IncidentStorePorts,
	{
		path,
		updates,
		state,
	}: {path: string; updates: readonly ((memory: Memory) => Memory)[]; state: StoreState},
): Promise<Memory | null> {
	let release: (() => void) | null = null;
	try {
		release = await lock(ports);
		const base = load(ports);
		const now = ports.clock.now();
		const next = trim(
			updates.reduce((memory, update) => update(memory), base),
			now,
		);
		writeFileAtomic(path, `${JSON.stringify({version, ...next})}\n`);
		state.isWell = true;
		return next;
	} catch (error) {
		if (state.isWell) {
			state.isWell = false;
			const why = error instanceof Error ? error.message : String(error);
			ports.onProblem(`Incidents are kept in memory only: ${path} can't be written (${why}).`);
		}
		return null;
	} finally {
		release?.();
	}
}

/** Waits for the lock. Writing without it would overwrite changes of other programs. */
async function lock({clock, takeLock}: IncidentStorePorts): Promise<() => void> {
	for (let attempt = 0; attempt < lockTries; attempt += 1) {
		const release = takeLock();
		if (release) {
			return release;
		}
		await clock.sleep(lockPauseMs);
	}
	throw new Error('another program does not let go of it');
}

function load({path, clock, onProblem}: IncidentStorePorts): Memory {
	try {
		const text = path === null ? null : readTextFile(path);
		if (path === null || text === null) {
			return emptyMemory;
		}
		const memory = parse(text);
		if (memory) {
			return memory;
		}
		const aside = setAside(path, clock.now());
		onProblem(`What the watchdog had learned could not be read. The file is kept as ${aside}.`);
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		onProblem(`What the watchdog had learned could not be read: ${why}`);
	}
	return emptyMemory;
}

function parse(text: string): Memory | null {
	const value = parseJson(text);
	if (!isJsonObject(value) || value['version'] !== version) {
		return null;
	}
	const {incidents, knowledge, ledger} = value;
	const memory = {
		incidents,
		knowledge,
		ledger: isJsonObject(ledger) ? {...emptyLedger, ...ledger} : null,
	};
	return isMemory(memory) ? memory : null;
}

function trim(memory: Memory, now: number): Memory {
	const incidents = memory.incidents
		.filter(({at}) => now - at < keptMs)
		.slice(-incidentsMax)
		.map(incident => (isLeft(incident, now) ? {...incident, ...leftOutcome(now)} : incident));
	return {...memory, incidents};
}

/**
 * Whether the program that handled the incident has ended. If the incident names no program, it
 * counts as abandoned once it is too old to be still running.
 */
function isLeft({status, at, owner}: Incident, now: number): boolean {
	return status.type !== 'ended' && (owner ? !isProcessAlive(owner) : now - at > runsMsMax);
}

const runsMsMax = 2 * verifyMs;

function leftOutcome(at: number): Pick<Incident, 'status' | 'after'> {
	const status = {type: 'ended', outcome: 'unproven', at} as const;
	return {status, after: 'agent-tui was ended before that was seen.'};
}

/** Adds an incident, or replaces it if an older state of it is known. */
export function withIncident(memory: Memory, incident: Incident): Memory {
	const index = memory.incidents.findLastIndex(({id}) => id === incident.id);
	return {
		...memory,
		incidents:
			index === -1 ? [...memory.incidents, incident] : memory.incidents.with(index, incident),
	};
}
