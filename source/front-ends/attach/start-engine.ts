import {closeSync, openSync} from 'node:fs';
import {dirname} from 'node:path';
import type {Duplex} from 'node:stream';
import {fileURLToPath} from 'node:url';
import {makePrivateFolder, privateFileMode} from '../../platform/atomic-file.ts';
import type {Environment} from '../../platform/folders.ts';
import {spawnChild} from '../../platform/spawn.ts';
import {
	type EngineOrder,
	engineLogPath,
	engineWord,
	writeOrder,
} from '../../session-process/engine-order.ts';

/**
 * Starts the engine of a session in a process that belongs to no terminal: a closed window, a lost
 * link or a killed screen does not end it. Returns the first connection to it, which it inherits,
 * so that nobody has to wait for its socket; what is written there waits until it reads.
 */
export function startEngine(
	order: EngineOrder,
	{state, env, cwd}: {readonly state: string; readonly env: Environment; readonly cwd: string},
): Duplex {
	const errors = openErrors(state, order.session);
	try {
		const child = spawnChild(
			process.execPath,
			[entry(), engineWord, writeOrder(order)],
			// Its log takes what a dying process says by itself.
			{cwd, env, detached: true, stdio: ['ignore', 'ignore', errors, 'pipe']},
		);
		child.unref();
		const connection = child.stdio[3] as unknown as Duplex;
		child.on('error', error => connection.destroy(error));
		return connection;
	} finally {
		if (typeof errors === 'number') {
			closeSync(errors);
		}
	}
}

/** Without a place to write to, the last words of an engine are lost and nothing else. */
function openErrors(state: string, session: string): number | 'ignore' {
	const path = engineLogPath(state, session);
	try {
		makePrivateFolder(dirname(path));
		return openSync(path, 'a', privateFileMode);
	} catch {
		return 'ignore';
	}
}

/** The bin. Tests run from the sources, where it is a TypeScript file further up. */
function entry(): string {
	const bin = import.meta.url.endsWith('.ts') ? '../../main.ts' : './main.js';
	return fileURLToPath(new URL(bin, import.meta.url));
}
