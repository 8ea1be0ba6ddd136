import type {ChildProcess} from 'node:child_process';
import {closeSync, openSync, readFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isJsonObject, parseJson} from '../events/json.ts';
import {makePrivateFolder, privateFileMode} from '../platform/atomic-file.ts';
import type {Environment} from '../platform/folders.ts';
import {spawnChild} from '../platform/spawn.ts';
import {type EngineOrder, engineLogPath, engineWord, writeOrder} from './engine-order.ts';

export type SpawnEngineOptions = {
	readonly state: string;
	readonly env: Environment;
	readonly cwd: string;
	/** What the new process inherits beside its connection, from number 4 on. */
	readonly inherited?: readonly number[];
};

/** The number of the connection between an engine's process and the one that has started it. */
export const starterDescriptor = 3;
/** The number of the first thing beyond that which an engine's process inherits. */
export const firstInherited = 4;

/**
 * Starts the engine of a session in a process that belongs to no terminal, so that a closed window,
 * a lost link or a killed screen does not end it.
 */
export function spawnEngine(
	order: EngineOrder,
	{state, env, cwd, inherited = []}: SpawnEngineOptions,
): ChildProcess {
	const errors = openErrors(state, order.session);
	try {
		return spawnChild(
			process.execPath,
			[entry(), engineWord, writeOrder(order)],
			// Standard error goes to the engine's log: a dying process may write its last message there.
			{cwd, env, detached: true, stdio: ['ignore', 'ignore', errors, 'pipe', ...inherited]},
		);
	} finally {
		if (typeof errors === 'number') {
			closeSync(errors);
		}
	}
}

/**
 * Returns null if the log can't be opened. Then only the last messages of a dying engine are lost.
 */
function openErrors(state: string, session: string): number | 'ignore' {
	const path = engineLogPath(state, session);
	try {
		makePrivateFolder(dirname(path));
		return openSync(path, 'a', privateFileMode);
	} catch {
		return 'ignore';
	}
}

const isSource = import.meta.url.endsWith('.ts');

/** The path of the program to start. The built program is one file; tests run the sources. */
function entry(): string {
	return fileURLToPath(new URL(isSource ? '../main.ts' : './main.js', import.meta.url));
}

/** The version that is installed now; null if that can't be read, as while it is replaced. */
export function installedVersion(): string | null {
	try {
		const path = new URL(isSource ? '../../package.json' : '../package.json', import.meta.url);
		const manifest = parseJson(readFileSync(path, 'utf8'));
		const version = isJsonObject(manifest) ? manifest['version'] : null;
		return typeof version === 'string' ? version : null;
	} catch {
		return null;
	}
}

/** Whether the first version is later. Words behind the numbers (`-beta`) come before none. */
export function isLater(left: string, right: string): boolean {
	const [ours, theirs] = [partsOf(left), partsOf(right)];
	const index = [0, 1, 2].find(at => ours.numbers[at] !== theirs.numbers[at]);
	if (index !== undefined) {
		return (ours.numbers[index] ?? 0) > (theirs.numbers[index] ?? 0);
	}
	if (ours.words === '' || theirs.words === '') {
		return ours.words === '' && theirs.words !== '';
	}
	return ours.words.localeCompare(theirs.words, 'en', {numeric: true}) > 0;
}

function partsOf(version: string) {
	const [, numbers = '', words = ''] = /^(\d+(?:\.\d+)*)(?:-([^+]*))?/.exec(version) ?? [];
	const all = numbers.split('.').map(Number);
	return {numbers: [0, 1, 2].map(index => all[index] ?? 0), words};
}
