import * as pty from 'node-pty';
import {expect, onTestFinished} from 'vitest';
import {openEmulator} from '../view/paint/emulator.ts';
import {cleanEnvironment, openPlace, type Place} from './agent.ts';
import {builtProgram} from './built-program.ts';

/** The built program in a terminal of its own, with no tmux between. */
export type BareTerminal = {
	readonly place: Place;
	readonly pid: number;
	/** Bytes as a keyboard sends them. */
	readonly write: (bytes: string) => void;
	readonly screen: () => string;
	readonly see: (what: string | RegExp) => Promise<string>;
	/** Everything that the program has sent. */
	readonly bytes: () => string;
	readonly resize: (columns: number, rows: number) => void;
	/** Text that another program leaves on the screen. */
	readonly scribble: (text: string) => Promise<void>;
	readonly cursor: () => {readonly x: number; readonly y: number; readonly visible: boolean};
	readonly ended: Promise<number>;
};

export type BareOptions = {
	readonly columns?: number;
	readonly rows?: number;
	readonly place?: Place;
	readonly parameters?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** What this terminal answers to what it is asked; most questions it leaves unanswered. */
	readonly answers?: Readonly<Record<string, string>>;
};

export function openBareTerminal({
	columns = 80,
	rows = 24,
	place = openPlace(),
	parameters = [],
	env = {},
	answers = {},
}: BareOptions = {}): BareTerminal {
	const emulator = openEmulator(columns, rows);
	const child = pty.spawn(process.execPath, [builtProgram, ...parameters], {
		cols: columns,
		rows,
		cwd: place.cwd,
		env: {...cleanEnvironment(place), TERM: 'xterm-256color', ...env},
	});
	let bytes = '';
	let size = {columns, rows};
	child.onData(text => {
		bytes += text;
		void emulator.write(text);
		for (const [question, answer] of Object.entries(answers)) {
			if (text.includes(question)) {
				child.write(answer);
			}
		}
	});
	const ended = new Promise<number>(resolve => {
		child.onExit(({exitCode}) => resolve(exitCode));
	});
	onTestFinished(async () => {
		child.kill('SIGKILL');
		await ended;
		emulator.close();
	});
	const rowAt = (y: number) =>
		Array.from({length: size.columns}, (_, x) => emulator.cell(x, y))
			.map(({text, width}) => (width === 0 ? '' : text || ' '))
			.join('')
			.trimEnd();
	const screen = () => Array.from({length: size.rows}, (_, y) => rowAt(y)).join('\n');
	return {
		place,
		pid: child.pid,
		screen,
		ended,
		bytes: () => bytes,
		write: text => child.write(text),
		scribble: emulator.write,
		cursor: emulator.cursor,
		resize(width, height) {
			size = {columns: width, rows: height};
			emulator.resize(width, height);
			child.resize(width, height);
		},
		async see(what) {
			const has = () => (typeof what === 'string' ? screen().includes(what) : what.test(screen()));
			await expect
				.poll(() => (has() ? 'seen' : `not seen: ${what}\n${screen()}`), {
					interval: 20,
				})
				.toBe('seen');
			return screen();
		},
	};
}
