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
 * Starts the engine of a session in a process that belongs to no terminal, so that a closed window,
 * a lost link or a killed screen does not end it. Returns a connection that the new process
 * inherits: nobody has to wait for its socket file, and what is written early waits until the
 * engine reads it.
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
			// Standard error goes to the engine's log: a dying process may write its last message there.
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

/**
 * The path of the program to start. The built program is one file; tests run the TypeScript
 * sources, whose entry lies further up.
 */
function entry(): string {
	const bin = import.meta.url.endsWith('.ts') ? '../../main.ts' : './main.js';
	return fileURLToPath(new URL(bin, import.meta.url));
}
