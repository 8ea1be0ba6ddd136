import {closeSync, openSync, renameSync, rmSync, statSync} from 'node:fs';
import {hostname} from 'node:os';
import {isJsonObject} from '../events/json.ts';
import {codeOf, privateFileMode, readTextFile, writeAll} from '../platform/atomic-file.ts';
import type {Clock} from '../platform/clock.ts';
import {isProcessAlive, startOfProcess} from '../platform/process-identity.ts';

/** Who has a session open. */
export type Holder = {
	readonly pid: number;
	/** Tells this process from a later one with the same id. */
	readonly start: string | null;
	readonly machine: string;
	readonly since: number;
};

export type Lock =
	| {readonly status: 'taken'; readonly release: () => void}
	| {readonly status: 'held'; readonly holder: Holder};

/**
 * One writer per session. The file is made only if there is none, which the system decides, so two
 * processes can't both succeed; a lock whose process is gone is moved away first.
 */
export function takeLock(path: string, clock: Clock): Lock {
	for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
		const text = readTextFile(path);
		const holder = text === null ? null : parseHolder(text);
		if (holder && isHolding(holder)) {
			return {status: 'held', holder};
		}
		if (text !== null && !holder && isFresh(path, clock)) {
			// Made a moment ago and not yet written: someone is just opening the session.
			return {status: 'held', holder: unknownHolder};
		}
		if (text !== null) {
			moveAway(path, text);
		}
		if (create(path, clock)) {
			return {status: 'taken', release: () => rmSync(path, {force: true})};
		}
	}
	return {status: 'held', holder: unknownHolder};
}

/** Who holds the lock right now, if anybody. Changes nothing. */
export function holderOf(path: string): Holder | null {
	const text = readTextFile(path);
	const holder = text === null ? null : parseHolder(text);
	return holder && isHolding(holder) ? holder : null;
}

const attemptsMax = 3;
const freshMs = 5000;
const unknownHolder: Holder = {pid: 0, start: null, machine: '', since: 0};

function create(path: string, clock: Clock): boolean {
	let descriptor: number;
	try {
		descriptor = openSync(path, 'wx', privateFileMode);
	} catch (error) {
		if (codeOf(error) === 'EEXIST') {
			return false;
		}
		throw error;
	}
	const holder: Holder = {
		pid: process.pid,
		start: startOfProcess(process.pid),
		machine: hostname(),
		since: clock.now(),
	};
	try {
		writeAll(descriptor, Buffer.from(`${JSON.stringify(holder)}\n`));
	} catch (error) {
		rmSync(path, {force: true});
		throw error;
	} finally {
		closeSync(descriptor);
	}
	return true;
}

function parseHolder(text: string): Holder | null {
	try {
		const value: unknown = JSON.parse(text);
		return isJsonObject(value) && typeof value['pid'] === 'number'
			? {
					pid: value['pid'],
					start: typeof value['start'] === 'string' ? value['start'] : null,
					machine: String(value['machine'] ?? ''),
					since: Number(value['since'] ?? 0),
				}
			: null;
	} catch {
		return null;
	}
}

/** A process on another machine that shares this folder can't be looked at: it counts as alive. */
function isHolding(holder: Holder): boolean {
	return holder.machine !== hostname() || isProcessAlive(holder);
}

function isFresh(path: string, clock: Clock): boolean {
	try {
		return Math.abs(clock.now() - statSync(path).mtimeMs) < freshMs;
	} catch {
		return false;
	}
}

/** Between the look and the move another process may have taken the lock: then it gets it back. */
function moveAway(path: string, stale: string): void {
	const aside = `${path}.stale-${process.pid}`;
	try {
		renameSync(path, aside);
		if (readTextFile(aside) === stale) {
			rmSync(aside, {force: true});
		} else {
			renameSync(aside, path);
		}
	} catch (error) {
		if (codeOf(error) !== 'ENOENT') {
			throw error;
		}
	}
}
