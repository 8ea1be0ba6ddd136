import {EventEmitter} from 'node:events';
import {onTestFinished} from 'vitest';
import {parseArguments} from '../../source/cli/arguments.ts';
import {version} from '../../source/cli/version.ts';
import type {Booted, ScreenOutput} from '../../source/front-ends/screen/boot.ts';
import {runScreen} from '../../source/front-ends/screen/run-screen.ts';
import {
	insideOpener,
	type OpenerOptions,
	type SessionOpener,
} from '../../source/front-ends/session-opener.ts';
import {type StartCommand, sessionAskedFor} from '../../source/front-ends/start.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {foldersOf} from '../../source/platform/folders.ts';
import {readSettings} from '../../source/storage/settings.ts';
import {defaultTheme} from '../../source/view/built-in-themes.ts';
import {firstBytes, firstFrame} from '../../source/view/first-frame.ts';
import {createTerminalModes} from '../../source/view/paint/terminal-modes.ts';
import {collectWidths, widthQuestions} from '../../source/view/paint/width-questions.ts';
import {colorLevelOf, createPaint} from '../../source/view/theme.ts';
import {openEmulator} from '../view/paint/emulator.ts';
import {type AgentOptions, cleanEnvironment, openPlace, type Person, quitAll} from './agent.ts';
import {hasKeyboard, isInComposer, withoutTimes} from './answer-card.ts';
import {attachedOpener} from './attached-opener.ts';
import {bytesOfKey} from './key-bytes.ts';
import {pollFor} from './poll-for.ts';
import {type ProcessLine, processTree} from './processes.ts';
import {proxyInside} from './proxy-inside.ts';
import {type SkippingClock, skippingClock} from './skipping-clock.ts';

export type RobotOptions = Pick<
	AgentOptions,
	'columns' | 'rows' | 'parameters' | 'env' | 'place'
> & {
	/** How its sessions are opened; by default each has an engine of its own. */
	readonly open?: (options: OpenerOptions) => SessionOpener;
	/** Told of what is written to the terminal, before that is drawn. */
	readonly onWrite?: (text: string) => void;
};

/** A person at the screen whose program runs in the test's own process: a journey in milliseconds. */
export type Robot = Person & {
	readonly clock: SkippingClock;
	/** Keys held down for so long, each as often as a keyboard repeats it. */
	readonly hold: (keys: readonly string[], durationMs: number) => Promise<void>;
	/** What was copied last. */
	readonly clipboard: () => string;
	/** The title of the window. */
	readonly title: () => string;
	/** What runs in terminals, and all else that the tests have started. */
	readonly processes: () => readonly ProcessLine[];
};

/**
 * The whole program but for its process: the screen's front end draws on a headless terminal that
 * answers as a real one does, the engine has real files, PTYs and HTTP, and time can be skipped.
 */
export function openRobot({
	columns = 80,
	rows = 24,
	parameters = [],
	env: added = {},
	place = openPlace(),
	open,
	onWrite = () => {},
}: RobotOptions = {}): Robot {
	const env = {...cleanEnvironment(place, added), TERM: 'xterm-256color'};
	const clock = skippingClock();
	const terminal = openTerminal(columns, rows, onWrite);
	const ended = Promise.withResolvers<number>();
	const booted = bootOn(terminal, {env, clock, end: ended.resolve});
	const settings = readSettings(place.home).settings;
	const command = commandOf(parameters);
	const leaving = new AbortController();
	const opening: OpenerOptions = {
		flags: command.flags,
		env,
		cwd: place.cwd,
		folders: foldersOf(env, process.platform),
		clock,
		size: () => ({columns: terminal.output.columns, rows: terminal.output.rows}),
	};
	const run = runScreen({
		signal: leaving.signal,
		command,
		booted,
		env,
		first: sessionAskedFor(command, {env, cwd: place.cwd}),
		open:
			open?.(opening) ??
			openerOf(opening, {spawnProxy: ({token}) => proxyInside({settings, env, clock, token})}),
	});
	run.catch(error => terminal.fail(error));
	onTestFinished(async () => {
		leaving.abort();
		await run.catch(() => {});
		terminal.close();
	});
	return personAt(terminal, {place, clock, ended: ended.promise});
}

/** With AGENT_TUI_TEST_WAY=attached every journey goes through a connection to its engine. */
const openerOf = process.env['AGENT_TUI_TEST_WAY'] === 'attached' ? attachedOpener : insideOpener;

function commandOf(parameters: readonly string[]): StartCommand {
	const parsed = parseArguments(parameters);
	if (parsed.status !== 'run') {
		throw new Error(`The robot can't be started with ${parameters.join(' ')}`);
	}
	return parsed;
}

type Terminal = ReturnType<typeof openTerminal>;

/** A headless terminal: what is written to it is shown, what it answers comes as input. */
function openTerminal(columns: number, rows: number, onWrite: (text: string) => void) {
	const emulator = openEmulator(columns, rows);
	const changed = new EventEmitter();
	const size = {columns, rows};
	let listener: ((bytes: Uint8Array) => void) | null = null;
	const waiting: Uint8Array[] = [];
	let failure: unknown = null;
	const feed = (text: string) => {
		const bytes = Buffer.from(text, 'utf8');
		listener ? listener(bytes) : waiting.push(bytes);
	};
	emulator.onAnswer(feed);
	let unread = 0;
	const output: ScreenOutput = {
		write(text, written) {
			onWrite(text);
			unread += 1;
			void emulator.write(text).then(() => {
				unread -= 1;
				written();
			});
		},
		writableLength: 0,
		get columns() {
			return size.columns;
		},
		get rows() {
			return size.rows;
		},
		on: (event, action) => changed.on(event, action),
		off: (event, action) => changed.off(event, action),
	};
	return {
		output,
		feed,
		/** All that was written is drawn, and answered. */
		isQuiet: () => unread === 0,
		cursor: emulator.cursor,
		clipboard: emulator.clipboard,
		title: emulator.title,
		listen(next: (bytes: Uint8Array) => void) {
			listener = next;
			for (const bytes of waiting.splice(0)) {
				next(bytes);
			}
		},
		screen() {
			if (failure !== null) {
				throw failure;
			}
			return Array.from({length: size.rows}, (_, y) => `${emulator.row(y).trimEnd()}\n`).join('');
		},
		colored: () => Array.from({length: size.rows}, (_, y) => emulator.styledRow(y)).join('\n'),
		resize(width: number, height: number) {
			size.columns = width;
			size.rows = height;
			emulator.resize(width, height);
			changed.emit('resize');
		},
		fail(error: unknown) {
			failure = error;
		},
		close: emulator.close,
	};
}

function bootOn(
	terminal: Terminal,
	{
		env,
		clock,
		end,
	}: {env: Readonly<Record<string, string>>; clock: SkippingClock; end: (code: number) => void},
): Booted {
	const {output} = terminal;
	const theme = defaultTheme(env);
	const colors = colorLevelOf(env);
	const paint = createPaint(theme, colors);
	const frame = firstFrame({columns: output.columns, rows: output.rows, paint, version});
	const modes = createTerminalModes({
		writeNow: text => output.write(text, () => {}),
		input: {setRawMode() {}, pause() {}, resume() {}},
		term: env['TERM'] ?? '',
	});
	const questions = widthQuestions({columns: output.columns, term: env['TERM'] ?? ''});
	modes.enter(questions + firstBytes(frame.picture));
	return {
		clock,
		modes,
		theme,
		colors,
		output,
		guard: {
			onEnd() {},
			onCrash() {},
			end: async code => end(code),
			release() {},
		},
		listen: terminal.listen,
		shown: () => frame.picture,
		widths: collectWidths(),
	};
}

/** How long something may take in real time before a journey fails. */
const seeMsMax = 60_000;
/** Longer than the wait for the rest of an escape sequence. */
const escapeMs = 100;
/** Longer than a card stays locked, and than a key that is held down repeats itself. */
const cardMs = 1200;
/** Longer than a card stays locked after the terminal has said that it is drawn. */
const lockMs = 400;
const answersMax = 15;
/**
 * A key that has an effect shows it within so many looks. They are counted, since in a process that
 * gets no time for a second nothing can show.
 */
const looksMax = 200;
const lookMs = 5;
/** Shorter than what the program takes for a stall of its own. */
const stepMs = 200;
const repeatMs = 30;

function personAt(
	terminal: Terminal,
	{place, clock, ended}: Pick<Robot, 'place' | 'clock'> & {ended: Promise<number>},
): Robot {
	const has = (what: string | RegExp) =>
		typeof what === 'string' ? terminal.screen().includes(what) : what.test(terminal.screen());
	const poll = (look: () => string, wanted: string, timeoutMs: number) =>
		pollFor(look, wanted, {timeout: timeoutMs, interval: 5});
	const press = (...keys: readonly string[]) => {
		for (const key of keys) {
			terminal.feed(bytesOfKey(key));
			if (key === 'Escape') {
				clock.skip(escapeMs);
			}
		}
	};
	/** Skips time in steps, so that what each step sets going happens before the next. */
	const pass = async (durationMs: number) => {
		for (let passedMs = 0; passedMs < durationMs; passedMs += stepMs) {
			clock.skip(stepMs);
			await new Promise(resolve => setImmediate(resolve));
		}
	};
	const type = (text: string) => {
		for (const letter of text) {
			terminal.feed(letter);
		}
	};
	const see = async (what: string | RegExp, timeoutMs = seeMsMax) => {
		await poll(
			() => (has(what) ? 'seen' : `not seen: ${what}\n${terminal.screen()}`),
			'seen',
			timeoutMs,
		);
		return terminal.screen();
	};
	const changes = async (before: string) => {
		for (let look = 0; look < looksMax; look += 1) {
			if (withoutTimes(terminal.screen()) !== before) {
				return true;
			}
			await systemClock().sleep(lookMs);
		}
		return false;
	};
	const seeNot = (what: string | RegExp, timeoutMs = seeMsMax) =>
		poll(
			() => (has(what) ? `still seen: ${what}\n${terminal.screen()}` : 'gone'),
			'gone',
			timeoutMs,
		);
	return {
		place,
		clock,
		press,
		type,
		see,
		seeNot,
		screen: terminal.screen,
		colored: terminal.colored,
		cursor: terminal.cursor,
		clipboard: terminal.clipboard,
		title: terminal.title,
		processes: () => processTree(process.pid),
		resize: terminal.resize,
		async hold(keys, durationMs) {
			for (let heldMs = 0; heldMs < durationMs; heldMs += repeatMs) {
				press(...keys);
				clock.skip(repeatMs);
				await new Promise(resolve => setImmediate(resolve));
			}
		},
		paste: text => terminal.feed(`\u001B[200~${text.replaceAll('\n', '\r')}\u001B[201~`),
		say(line) {
			type(line);
			press('Enter');
		},
		async answer(key, what = hasKeyboard) {
			await see(what);
			// Where the machine is busy, the card may count as seen only now, or be asked about anew: a
			// key that comes too early has no effect, as for a person, who presses it again.
			// It is pressed again only where nothing has changed: it would hit what came after the card.
			let before: string | null = null;
			for (let attempt = 0; attempt < answersMax; attempt += 1) {
				await pass(cardMs);
				await poll(() => (terminal.isQuiet() ? 'quiet' : 'drawing'), 'quiet', seeMsMax);
				await pass(lockMs);
				if (before !== null && withoutTimes(terminal.screen()) !== before) {
					return;
				}
				await see(what);
				before = withoutTimes(terminal.screen());
				press(key);
				if (!(await changes(before))) {
					continue;
				}
				// The card had the keyboard, and was drawn anew at that very moment: the letter went to the
				// composer.
				const isTyped = isInComposer(terminal.screen(), key);
				if (what !== hasKeyboard || !isTyped) {
					return;
				}
				press('BSpace', 'M-a');
				before = null;
			}
		},
		idle: () => seeNot(/^ ● /m),
		ended: () => ended,
		async quit() {
			await quitAll({press, screen: terminal.screen, ended: () => ended});
		},
	};
}
