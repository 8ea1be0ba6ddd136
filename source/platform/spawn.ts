import {type ChildProcess, type SpawnOptions, type StdioOptions, spawn} from 'node:child_process';
import {closeSync, fstatSync, openSync, readdirSync, statSync} from 'node:fs';
import {Readable, Writable} from 'node:stream';
import {outOfFiles} from './out-of-files.ts';

/**
 * Node's `spawn`, for a child that inherits none of our terminals. node-pty opens terminals without
 * close-on-exec, so each child would keep those open that exist at its start, and their shells
 * would outlive this program (see https://github.com/microsoft/node-pty/pull/867, which only mends
 * this for children in a PTY). Node can't close an inherited descriptor but can replace it, so here
 * the terminals' descriptors become /dev/null in the child.
 */
export const spawnChild = ((path: string, parameters: readonly string[], options: SpawnOptions) => {
	const terminals = terminalDescriptors();
	if (terminals.length === 0) {
		return withPipes(spawn(path, parameters, options));
	}
	const nothing = openSync('/dev/null', 'r+');
	try {
		const [first, second, third, ...more] = listOf(options.stdio);
		const length = Math.max(more.length, Math.max(...terminals) - 2);
		const beyond = Array.from(
			{length},
			(_, index) => more[index] ?? (terminals.includes(index + 3) ? nothing : 'ignore'),
		);
		const stdio = [first, second, third, ...beyond] as StdioOptions;
		return withPipes(spawn(path, parameters, {...options, stdio}));
	} finally {
		closeSync(nothing);
	}
}) as typeof spawn;

/**
 * Adds pipes that lead nowhere to a child that could not be started. Node leaves them out if this
 * process can open no more files, which no caller expects. The `error` event reports the cause.
 */
function withPipes(child: ChildProcess): ChildProcess {
	return child.pid === undefined && child.stdin === undefined
		? Object.assign(child, {
				stdin: new Writable({write: (_chunk, _encoding, done) => done()}),
				stdout: Readable.from([]),
				stderr: Readable.from([]),
			})
		: child;
}

function listOf(stdio: StdioOptions = 'pipe') {
	return typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio;
}

/**
 * Returns the descriptors of the PTY masters that this process has open: each is the same device as
 * /dev/ptmx.
 */
function terminalDescriptors(): readonly number[] {
	const master = deviceOf(() => statSync('/dev/ptmx'));
	return master === null
		? []
		: openDescriptors()
				.map(Number)
				.filter(descriptor => descriptor > 2 && deviceOf(() => fstatSync(descriptor)) === master);
}

/**
 * Lists the open descriptors. If even the list can't be opened, a child with pipes can't be started
 * either.
 */
function openDescriptors(): readonly string[] {
	try {
		return readdirSync('/dev/fd');
	} catch (error) {
		if (outOfFiles(error) === null) {
			throw error;
		}
		return [];
	}
}

/** Returns the number of the character device; null if it is none, or does not exist. */
function deviceOf(stat: () => {rdev: number; isCharacterDevice: () => boolean}): number | null {
	try {
		const found = stat();
		return found.isCharacterDevice() ? found.rdev : null;
	} catch {
		return null;
	}
}
