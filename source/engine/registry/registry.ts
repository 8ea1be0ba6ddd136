import {existsSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {failed, type Result} from '../../events/failure.ts';
import {privateFileMode} from '../../platform/atomic-file.ts';
import {
	isProcessAlive,
	startOfProcess,
	startsOfProcesses,
	systemId,
} from '../../platform/process-identity.ts';
import {type EngineRecord, parseRecord, recordVersion} from './engine-record.ts';
import {clear, names, readOwnFile, removeSocket, sweep, unique} from './record-files.ts';
import {runFolderProblem} from './run-folder.ts';
import {makeToken} from './token.ts';

/**
 * Running sessions, each in a file of its own that only its engine writes. There is no process that
 * keeps the list: whoever reads it looks at each process, and clears what a dead one has left.
 */

/** What tells the engine in this process from any other; the rest of its record is the session's. */
export function identity(): Pick<
	EngineRecord,
	'v' | 'pid' | 'startTime' | 'bootId' | 'machine' | 'token'
> {
	return {
		v: recordVersion,
		pid: process.pid,
		startTime: startOfProcess(process.pid),
		bootId: systemId(),
		machine: hostname(),
		token: makeToken(),
	};
}

/**
 * Readers see the old record or the new one. It is not forced onto the disk: after a loss of power
 * there is no engine either. Throws where the folder can't be written to.
 */
export function writeRecord(folder: string, record: EngineRecord): void {
	const path = recordPath(folder, record.session);
	const temporary = unique(path, 'tmp');
	try {
		writeFileSync(temporary, `${JSON.stringify(record)}\n`, {mode: privateFileMode, flag: 'wx'});
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, {force: true});
		throw error;
	}
}

/** Returns the changed record. Nothing is written where it says the same, unless it was removed. */
export function updateRecord(
	folder: string,
	record: EngineRecord,
	changes: Partial<EngineRecord>,
): EngineRecord {
	const changed = {...record, ...changes};
	const isSame = JSON.stringify(changed) === JSON.stringify(record);
	if (!isSame || !existsSync(recordPath(folder, record.session))) {
		writeRecord(folder, changed);
	}
	return changed;
}

/** Takes the record away with the socket; that of another engine, which came later, stays. */
export function removeRecord(folder: string, record: EngineRecord): void {
	const text = readOwnFile(recordPath(folder, record.session));
	const found = text === null ? null : parseRecord(text);
	if (text !== null && found?.status === 'record' && found.record.token === record.token) {
		clear(recordPath(folder, record.session), text);
	}
	removeSocket(folder, record.socket);
}

/**
 * The running sessions, the latest change first. What a dead engine has left is cleared, as far as
 * that can be done. Refused where the folder is not this user's alone: somebody may have put a
 * record there that leads to a socket of theirs.
 */
export function readRecords(folder: string): Result<readonly EngineRecord[]> {
	const found = inspectRecords(folder);
	if (!found.ok) {
		return found;
	}
	for (const one of found.value) {
		clearStale(folder, one);
	}
	if (found.value.every(({status}) => status !== 'newer')) {
		sweep(
			folder,
			new Set(found.value.flatMap(one => ('record' in one ? [one.record.socket] : []))),
		);
	}
	const living = found.value.flatMap(one => (one.status === 'running' ? [one.record] : []));
	return {ok: true, value: living.toSorted(byLatest)};
}

function byLatest(left: EngineRecord, right: EngineRecord): number {
	return right.since - left.since || (left.session < right.session ? -1 : 1);
}

/** A file of the folder, and what it says of its engine. */
export type FoundRecord = {readonly path: string; readonly text: string} & (
	| {readonly status: 'running' | 'gone' | 'elsewhere'; readonly record: EngineRecord}
	| {readonly status: 'newer'; readonly v: number}
	| {readonly status: 'garbage'}
);

/** Every record of the folder, also those of dead engines. Changes nothing. */
export function inspectRecords(folder: string): Result<readonly FoundRecord[]> {
	const problem = runFolderProblem(folder);
	if (problem !== null) {
		return {ok: false, failure: failed('denied', problem)};
	}
	const read = names(folder)
		.filter(name => name.endsWith('.json'))
		.flatMap(name => readNamed(folder, name) ?? []);
	const pids = read.flatMap(({found}) => (found.status === 'record' ? [found.record.pid] : []));
	const startOf = startsOfProcesses(pids);
	return {
		ok: true,
		value: read.map(({path, text, found}) =>
			found.status === 'record'
				? {path, text, record: found.record, status: standingOf(found.record, startOf)}
				: {path, text, ...found},
		),
	};
}

/** Whether the process is there, and certainly this engine: only then may it get a signal. */
export function isSurelyRunning(record: EngineRecord): boolean {
	const {pid, startTime, bootId} = record;
	return startTime !== null && bootId === systemId() && startOfProcess(pid) === startTime
		? isProcessAlive({pid, start: startTime})
		: false;
}

function readNamed(folder: string, name: string) {
	const path = join(folder, name);
	const text = readOwnFile(path);
	if (text === null) {
		return null;
	}
	const found = parseRecord(text);
	// A record under the name of another session would be cleared or ended for that one.
	const isNamed = found.status !== 'record' || name === `${found.record.session}.json`;
	return {path, text, found: isNamed ? found : ({status: 'garbage'} as const)};
}

function standingOf(
	{pid, startTime, bootId, machine}: EngineRecord,
	startOf: (pid: number) => string | null,
): 'running' | 'gone' | 'elsewhere' {
	const here = systemId();
	if (bootId === here && (here !== null || machine === hostname())) {
		return isProcessAlive({pid, start: startTime}, startOf) ? 'running' : 'gone';
	}
	// A container on this machine, or another machine with the same home: its ids mean nothing here.
	const isContainer = bootId?.split(' ')[0] === here?.split(' ')[0];
	return isContainer || machine !== hostname() ? 'elsewhere' : 'gone';
}

function clearStale(folder: string, found: FoundRecord): void {
	if (found.status !== 'gone' && found.status !== 'garbage') {
		return;
	}
	try {
		clear(found.path, found.text);
		if (found.status === 'gone') {
			removeSocket(folder, found.record.socket);
		}
	} catch {
		// A folder that can't be written to keeps it: whoever looks next sees as well that it is dead.
	}
}

function recordPath(folder: string, session: string): string {
	return join(folder, `${session}.json`);
}
