import {createHash, randomBytes} from 'node:crypto';
import {
	linkSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {hostname} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {isJsonObject, parseJson} from '../events/json.ts';
import {codeOf, privateFileMode, readTextFile} from './atomic-file.ts';
import type {Clock} from './clock.ts';
import {isProcessAlive, startOfProcess, systemId} from './process-identity.ts';

/** The process that has a session open. */
export type Holder = {
	readonly pid: number;
	/** Distinguishes this process from a later one with the same id. */
	readonly start: string | null;
	readonly machine: string;
	/** The running system in which the process id is valid; null if unknown or in an old lock. */
	readonly system: string | null;
	readonly since: number;
};

export type Lock =
	| {
			readonly status: 'taken';
			/** Updates the lock file's time, as a sign of life for programs on other machines. */
			readonly touch: () => void;
			readonly release: () => void;
	  }
	| {readonly status: 'held'; readonly holder: Holder};

/**
 * Allows one holder at a time, even if several programs find a lock whose holder is dead. A lock is
 * never deleted and made again. A successor creates a file with a name derived from the dead
 * holder's text; the system lets only one program create it. The successor then checks that nothing
 * has changed, and renames its file over the lock. If a successor dies in between, it is succeeded
 * in the same way. No two locks have the same text.
 */
export function takeLock(path: string, clock: Clock): Lock {
	for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
		const line = readLine(path, clock);
		if (line.holder) {
			return {status: 'held', holder: line.holder};
		}
		const words = ownWords(clock);
		if (claim(line, {path, clock, words})) {
			return {
				status: 'taken',
				touch: () => touch(path, clock),
				release: () => release(path, words),
			};
		}
	}
	return {status: 'held', holder: unknownHolder};
}

/**
 * Takes over the locks of the process `from`, which still runs and is to be replaced. Until `take`
 * is called, its locks stay as they are and it can continue. `take` renames files that were written
 * before, so that a full disk is noticed early, and so that no lock is free in between.
 */
export function inheritLock(from: number): {
	readonly lock: typeof takeLock;
	readonly take: () => void;
	/** Returns why a lock's new file could not be written; null if all could. */
	readonly problem: () => string | null;
} {
	let isTaken = false;
	let problem: string | null = null;
	const takes: (() => void)[] = [];
	return {
		lock(path, clock) {
			const holder = isTaken ? null : holderOf(path);
			if (isTaken || holder === null) {
				return takeLock(path, clock);
			}
			if (holder.pid !== from) {
				return {status: 'held', holder};
			}
			const words = ownWords(clock);
			// A process that was killed before its `take` may have left this file. It is overwritten.
			const next = `${path}.next`;
			problem = `${next} could not be written`;
			writeFileSync(next, words, {mode: privateFileMode});
			problem = null;
			takes.push(() => renameSync(next, path));
			return {
				status: 'taken',
				touch: () => touch(path, clock),
				release: () => release(path, words),
			};
		},
		take() {
			isTaken = true;
			for (const take of takes.splice(0)) {
				take();
			}
		},
		problem: () => problem,
	};
}

/** Returns the current holder, or null if there is none. Changes nothing. */
export function holderOf(path: string): Holder | null {
	const text = readTextFile(path);
	const holder = text === null ? null : parseHolder(text);
	return holder && (isForeign(holder) || isProcessAlive(holder)) ? holder : null;
}

const attemptsMax = 5;
const freshMs = 5000;
/**
 * A process on another machine can't be checked, so it counts as gone after this time without a
 * sign of life.
 */
const silentMsMax = 7 * 24 * 3_600_000;
const unknownHolder: Holder = {pid: 0, start: null, machine: '', system: null, since: 0};

/**
 * The chain of lock files: the lock, the file of the successor to its dead holder, the file of that
 * successor's successor, and so on.
 */
type Line = {
	readonly holder: Holder | null;
	readonly links: readonly Link[];
	/** The path at which the next successor creates its file. */
	readonly end: string;
};

type Link = {readonly path: string; readonly text: string};

const lineLengthMax = 100;

function readLine(path: string, clock: Clock): Line {
	const links: Link[] = [];
	let end = path;
	while (links.length < lineLengthMax) {
		const text = readTextFile(end);
		if (text === null) {
			return {holder: null, links, end};
		}
		const holder = parseHolder(text);
		if (holder ? isHolding(holder, {path: end, clock}) : isFresh(end, clock)) {
			// A lock file without text was created just now, and its holder is still writing to it.
			return {holder: holder ?? unknownHolder, links, end};
		}
		links.push({path: end, text});
		end = followerOf(path, text);
	}
	return {holder: unknownHolder, links, end};
}

function followerOf(path: string, text: string): string {
	return `${path}.after-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

function claim({links, end}: Line, {path, clock, words}: LockFile & {words: string}): boolean {
	if (!createWhole(end, words)) {
		return false;
	}
	if (links.length === 0) {
		return true;
	}
	// If another program was faster, the lock no longer has the text that we saw.
	if (!links.every(link => readTextFile(link.path) === link.text)) {
		rmSync(end, {force: true});
		return false;
	}
	renameSync(end, path);
	sweep({path, clock}, links.slice(1));
	return true;
}

function sweep({path, clock}: LockFile, passed: readonly Link[]): void {
	for (const link of passed) {
		rmSync(link.path, {force: true});
	}
	// Removes files of programs that were killed right after they had become the successor.
	const start = `${basename(path)}.after-`;
	for (const name of readdirSync(dirname(path)).filter(each => each.startsWith(start))) {
		const left = join(dirname(path), name);
		const holder = parseHolder(readTextFile(left) ?? '');
		if (holder && !isHolding(holder, {path: left, clock})) {
			rmSync(left, {force: true});
		}
	}
}

function release(path: string, words: string): void {
	if (readTextFile(path) === words) {
		rmSync(path, {force: true});
	}
}

function ownWords(clock: Clock): string {
	const holder: Holder & {readonly nonce: string} = {
		pid: process.pid,
		start: startOfProcess(process.pid),
		machine: hostname(),
		system: systemId(),
		since: clock.now(),
		nonce: randomBytes(12).toString('hex'),
	};
	return `${JSON.stringify(holder)}\n`;
}

/** Creates the file only if there is none, with its complete text from the start. */
function createWhole(path: string, words: string): boolean {
	const temporary = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`;
	try {
		writeFileSync(temporary, words, {mode: privateFileMode, flag: 'wx'});
		return isMade(() => linkSync(temporary, path));
	} catch (error) {
		if (!noLinks.has(codeOf(error))) {
			throw error;
		}
		return isMade(() => writeFileSync(path, words, {mode: privateFileMode, flag: 'wx'}));
	} finally {
		rmSync(temporary, {force: true});
	}
}

/** Without hard links, the text is written right after the file was created. */
const noLinks: ReadonlySet<string> = new Set([
	'EPERM',
	'ENOTSUP',
	'EOPNOTSUPP',
	'ENOSYS',
	'EMLINK',
]);

function isMade(make: () => void): boolean {
	try {
		make();
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') {
			return false;
		}
		throw error;
	}
}

function parseHolder(text: string): Holder | null {
	const value = parseJson(text);
	return isJsonObject(value) && typeof value['pid'] === 'number'
		? {
				pid: value['pid'],
				start: typeof value['start'] === 'string' ? value['start'] : null,
				machine: String(value['machine'] ?? ''),
				system: typeof value['system'] === 'string' ? value['system'] : null,
				since: Number(value['since'] ?? 0),
			}
		: null;
}

type LockFile = {readonly path: string; readonly clock: Clock};

function isHolding(holder: Holder, file: LockFile): boolean {
	return isForeign(holder) ? ageOf(file) < silentMsMax : isProcessAlive(holder);
}

/**
 * Whether the holder is on another system. A machine keeps its id when it is renamed, and a
 * container has its own.
 */
function isForeign({machine, system}: Holder): boolean {
	return machine !== hostname() && (system === null || system !== systemId());
}

function isFresh(path: string, clock: Clock): boolean {
	return Math.abs(ageOf({path, clock})) < freshMs;
}

/** How long ago the file was written or touched. A missing file counts as infinitely old. */
function ageOf({path, clock}: LockFile): number {
	try {
		return clock.now() - statSync(path).mtimeMs;
	} catch {
		return Number.POSITIVE_INFINITY;
	}
}

function touch(path: string, clock: Clock): void {
	try {
		const now = clock.now() / 1000;
		utimesSync(path, now, now);
	} catch {
		// If touching fails, other programs only see an older sign of life.
	}
}
