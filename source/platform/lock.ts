import {createHash, randomBytes} from 'node:crypto';
import {linkSync, readdirSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {isJsonObject, parseJson} from '../events/json.ts';
import {codeOf, privateFileMode, readTextFile} from './atomic-file.ts';
import type {Clock} from './clock.ts';
import {isProcessAlive, startOfProcess} from './process-identity.ts';

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
 * One holder at a time, also where several programs find a lock whose holder is gone. A lock is
 * never taken away and made anew: whoever wants to follow a dead holder makes the one file whose name is
 * derived from that holder's own words, which the system lets only one do, looks whether all is
 * still as it was, and then puts that file in the lock's place in one step. A follower that died
 * in between is followed in the same way. No two locks have the same words.
 */
export function takeLock(path: string, clock: Clock): Lock {
	for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
		const line = readLine(path, clock);
		if (line.holder) {
			return {status: 'held', holder: line.holder};
		}
		const words = ownWords(clock);
		if (claim(line, {path, words})) {
			return {status: 'taken', release: () => release(path, words)};
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

const attemptsMax = 5;
const freshMs = 5000;
const unknownHolder: Holder = {pid: 0, start: null, machine: '', since: 0};

/** The lock, who wanted to follow its dead holder, who wanted to follow that one, and so on. */
type Line = {
	readonly holder: Holder | null;
	readonly links: readonly Link[];
	/** Where the next one has to stand. */
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
		if (holder ? isHolding(holder) : isFresh(end, clock)) {
			// One that says nothing yet was made a moment ago and is just being written.
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

function claim({links, end}: Line, {path, words}: {path: string; words: string}): boolean {
	if (!createWhole(end, words)) {
		return false;
	}
	if (links.length === 0) {
		return true;
	}
	// Somebody may have been faster with all of this: then the one that was followed is gone.
	if (!links.every(link => readTextFile(link.path) === link.text)) {
		rmSync(end, {force: true});
		return false;
	}
	renameSync(end, path);
	sweep(path, links.slice(1));
	return true;
}

function sweep(path: string, passed: readonly Link[]): void {
	for (const link of passed) {
		rmSync(link.path, {force: true});
	}
	// What a program left that was killed right after its claim, and that nobody will ever look at.
	const start = `${basename(path)}.after-`;
	for (const name of readdirSync(dirname(path)).filter(each => each.startsWith(start))) {
		const left = join(dirname(path), name);
		const holder = parseHolder(readTextFile(left) ?? '');
		if (holder && !isHolding(holder)) {
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
		since: clock.now(),
		nonce: randomBytes(12).toString('hex'),
	};
	return `${JSON.stringify(holder)}\n`;
}

/** Only where there is none yet, and with all its words from the first moment on. */
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

/** Some file systems have no links: there the words come a moment after the file. */
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
				since: Number(value['since'] ?? 0),
			}
		: null;
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
