import {existsSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import headless from '@xterm/headless';
import {type IPty, spawn} from 'node-pty';
import {type Clock, systemClock} from '../source/platform/clock.ts';
import {endTree} from './process-tree.ts';

/** A program to measure: a script for Node, its arguments, and its environment. */
export type Program = {
	readonly name: string;
	readonly parameters: readonly string[];
	readonly environment: Readonly<Record<string, string>>;
	readonly folder: string;
};

/**
 * A program in a pseudo-terminal, measured as a person would see it: keys in, a screen out. Every
 * chunk of output gets the time of its arrival and is parsed afterwards, so that the time for
 * parsing is not counted.
 */
export type Terminal = {
	readonly pid: number;
	readonly clock: Clock;
	/** When the program was started. All times are milliseconds of `clock`. */
	readonly startedAt: number;
	readonly firstPaintAt: () => number | null;
	/** Types the keys. Returns the time. */
	readonly send: (keys: string) => number;
	/**
	 * The time of the chunk after which the screen passes the test; null if none did within the
	 * limit.
	 */
	readonly shown: (test: (screen: string) => boolean, limitMs: number) => Promise<number | null>;
	/** The time of the last chunk, once no further one has come for `quietMs`. */
	readonly quiet: (quietMs: number, limitMs: number) => Promise<number>;
	readonly screen: () => string;
	/** How many bytes the program has written so far. */
	readonly bytes: () => number;
	readonly close: () => Promise<void>;
};

const columns = 120;
const rows = 40;

/**
 * Switches the kernel's echo off before the program starts, so that a visible letter was written by
 * the program. The shell that does this waits for a line and is then replaced by the program.
 */
const launcher = 'stty -echo; printf ready; read -r line; exec "$0" "$@"';

/** Deletes unsent messages of earlier measurements, which would appear in the composer. */
function forgetDrafts({AGENT_TUI_HOME: home = ''}: Program['environment']): void {
	const sessions = join(home, 'sessions');
	for (const session of home !== '' && existsSync(sessions) ? readdirSync(sessions) : []) {
		rmSync(join(sessions, session, 'draft.json'), {force: true});
	}
}

export async function openTerminal({parameters, environment, folder}: Program): Promise<Terminal> {
	const clock = systemClock();
	forgetDrafts(environment);
	const pty = spawn('/bin/sh', ['-c', launcher, process.execPath, ...parameters], {
		name: 'xterm-256color',
		cols: columns,
		rows,
		cwd: folder,
		env: {...environment},
		encoding: null,
	});
	await launcherIsReady(pty);
	const screen = followScreen(pty, clock);
	const startedAt = clock.elapsed();
	pty.write('\n');
	return {
		...screen,
		pid: pty.pid,
		clock,
		startedAt,
		send(keys) {
			const at = clock.elapsed();
			pty.write(keys);
			return at;
		},
		close: () => endTree(pty.pid, clock),
	};
}

function launcherIsReady(pty: IPty): Promise<void> {
	return new Promise(resolve => {
		const listener = pty.onData(() => {
			listener.dispose();
			resolve();
		});
	});
}

type Waiter = {readonly test: (screen: string) => boolean; readonly found: (at: number) => void};

function followScreen(
	pty: IPty,
	clock: Clock,
): Pick<Terminal, 'firstPaintAt' | 'shown' | 'quiet' | 'screen' | 'bytes'> {
	const emulator = new headless.Terminal({cols: columns, rows, allowProposedApi: true});
	const replies = emulator.onData(reply => pty.write(reply));
	pty.onExit(() => replies.dispose());
	const now = clock.elapsed();
	const state = {bytes: 0, lastAt: now, parsedAt: now, paintedAt: null as number | null};
	let waiter: Waiter | null = null;
	const look = (at: number) => {
		const screen = textOf(emulator);
		state.parsedAt = at;
		if (state.paintedAt === null && screen.trim() !== '') {
			state.paintedAt = at;
		}
		if (waiter?.test(screen)) {
			waiter.found(at);
		}
	};
	// Without an encoding the chunks are buffers, although their declared type is string.
	pty.onData(chunk => {
		const at = clock.elapsed();
		const bytes = chunk as unknown as Uint8Array;
		state.bytes += bytes.length;
		state.lastAt = at;
		emulator.write(bytes, () => look(at));
	});
	return {
		firstPaintAt: () => state.paintedAt,
		bytes: () => state.bytes,
		screen: () => textOf(emulator),
		shown: (test, limitMs) =>
			new Promise(resolve => {
				const finish = (at: number | null) => {
					waiter = null;
					timer.cancel();
					resolve(at);
				};
				const timer = clock.after(limitMs, () => finish(null));
				waiter = {test, found: finish};
				if (test(textOf(emulator))) {
					finish(state.parsedAt);
				}
			}),
		async quiet(quietMs, limitMs) {
			const endAt = clock.elapsed() + limitMs;
			for (let now = clock.elapsed(); now < endAt && now - state.lastAt < quietMs; ) {
				await clock.sleep(quietMs - (now - state.lastAt) + 1);
				now = clock.elapsed();
			}
			return state.lastAt;
		},
	};
}

function textOf({buffer: {active}}: headless.Terminal): string {
	let text = '';
	for (let row = 0; row < rows; row++) {
		text += `${active.getLine(active.baseY + row)?.translateToString(true) ?? ''}\n`;
	}
	return text;
}
