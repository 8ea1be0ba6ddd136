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
	/** Descriptors that the new process inherits, as numbers 4, 5, … */
	readonly inherited?: readonly number[];
};

/** The descriptor of the connection between an engine's process and the process that started it. */
export const starterDescriptor = 3;
/** The first descriptor of those in `inherited`. */
export const firstInherited = 4;

/**
 * Starts the process of a session's engine. It belongs to no terminal, so a closed window, a broken
 * connection or a killed screen does not end it.
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
			// A process that crashes writes its last message to standard error, which is the engine's
			// log.
			{cwd, env, detached: true, stdio: ['ignore', 'ignore', errors, 'pipe', ...inherited]},
		);
	} finally {
		if (typeof errors === 'number') {
			closeSync(errors);
		}
	}
}

/** Opens the engine's log. If that fails, only the last messages of a crash are lost. */
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

/**
 * The path of the program to start: the built program, which is one file, or in tests the sources.
 */
function entry(): string {
	return fileURLToPath(new URL(isSource ? '../main.ts' : './main.js', import.meta.url));
}

/** The version that is installed now; null if unknown, e.g. while it is being replaced. */
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

/**
 * Whether the first version is later. A version with a suffix (`-beta`) comes before the one
 * without.
 */
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
