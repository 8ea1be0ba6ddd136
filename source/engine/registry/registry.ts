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
 * The list of running sessions. Each session has a file that only its engine writes; no process
 * keeps the list. Whoever reads the list checks each engine's process, and removes what a dead one
 * has left.
 */

/**
 * The fields of a record that identify the engine in this process; the other fields describe the
 * session.
 */
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
 * Writes the record in one step: readers see the old record or the new one, never a half. The write
 * is not forced onto the disk, since after a loss of power the engine is gone too. Throws if the
 * folder can't be written to.
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

/**
 * Returns the changed record. If nothing differs, it is not written again, unless its file was
 * removed.
 */
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

/**
 * Removes the record and its socket. If a later engine has put its own record there, that one
 * stays.
 */
export function removeRecord(folder: string, record: EngineRecord): void {
	const text = readOwnFile(recordPath(folder, record.session));
	const found = text === null ? null : parseRecord(text);
	if (text !== null && found?.status === 'record' && found.record.token === record.token) {
		clear(recordPath(folder, record.session), text);
	}
	removeSocket(folder, record.socket);
}

/**
 * Lists the running sessions, the latest change first, and removes what dead engines have left, as
 * far as possible. Fails if other users can write to the folder: one of them may have put a record
 * there that leads to a socket of theirs.
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

/** Sorts sessions that wait for a person first, then by the latest change. */
export function waitingFirst(records: readonly EngineRecord[]): readonly EngineRecord[] {
	const rank = ({state}: EngineRecord) => (state === 'waiting' ? 0 : 1);
	return records.toSorted((left, right) => rank(left) - rank(right) || right.since - left.since);
}

/** A file of the folder with the record that it holds, or with what is wrong with its content. */
export type FoundRecord = {readonly path: string; readonly text: string} & (
	| {readonly status: 'running' | 'gone' | 'elsewhere'; readonly record: EngineRecord}
	| {readonly status: 'newer'; readonly v: number}
	| {readonly status: 'garbage'}
);

/** Lists every record of the folder, also those of dead engines. Changes nothing. */
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

/**
 * Whether the process with this id is certainly the engine of this record: only then may it get a
 * signal.
 */
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
	// A record must stand under its own session's name; otherwise clearing or ending it would hit
	// that other session.
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
	// The record comes from a container on this machine, or from another machine that shares this
	// home: its process ids mean nothing here.
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
		// If the folder can't be written to, the record stays. The next reader will also see that its
		// engine is dead.
	}
}

function recordPath(folder: string, session: string): string {
	return join(folder, `${session}.json`);
}
