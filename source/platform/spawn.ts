import {type ChildProcess, type SpawnOptions, type StdioOptions, spawn} from 'node:child_process';
import {closeSync, fstatSync, openSync, readdirSync, statSync} from 'node:fs';
import {Readable, Writable} from 'node:stream';
import {outOfFiles} from './out-of-files.ts';

/**
 * Node's `spawn`, for a child that inherits none of our terminals. node-pty opens them without
 * close-on-exec, so each child would hold all that were open at its start, and their shells would
 * outlive this program, read by nobody (see https://github.com/microsoft/node-pty/pull/867, which
 * mends it for children in a PTY only). In such a child their numbers stand for /dev/null: Node can
 * replace a descriptor that a child inherits, but not close it.
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
 * Where this process may open no more files, Node's child has no pipes at all, which no caller
 * expects. So it gets some that lead nowhere; its `error` event tells what is wrong.
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

/** The masters of the PTYs that this process has open: each is the same device as /dev/ptmx. */
function terminalDescriptors(): readonly number[] {
	const master = deviceOf(() => statSync('/dev/ptmx'));
	return master === null
		? []
		: openDescriptors()
				.map(Number)
				.filter(descriptor => descriptor > 2 && deviceOf(() => fstatSync(descriptor)) === master);
}

/** Where not even the list can be opened, a child with pipes can't be started either. */
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

/** The number of the character device; null if it is none, or does not exist (any more). */
function deviceOf(stat: () => {rdev: number; isCharacterDevice: () => boolean}): number | null {
	try {
		const found = stat();
		return found.isCharacterDevice() ? found.rdev : null;
	} catch {
		return null;
	}
}
