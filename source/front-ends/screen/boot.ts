import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {version} from '../../cli/version.ts';
import {isJsonObject} from '../../events/json.ts';
import type {PaneFrame} from '../../events/live.ts';
import {type Clock, systemClock} from '../../platform/clock.ts';
import {foldersOf} from '../../platform/folders.ts';
import {defaultTheme} from '../../view/built-in-themes.ts';
import {firstBytes, firstFrame, typeAhead} from '../../view/first-frame.ts';
import {guardTerminal, type TerminalGuard} from '../../view/paint/terminal-guard.ts';
import {createTerminalModes, type TerminalModes} from '../../view/paint/terminal-modes.ts';
import type {TerminalStream} from '../../view/paint/terminal-output.ts';
import {
	collectWidths,
	type WidthAnswers,
	widthQuestions,
	withoutAnswers,
} from '../../view/paint/width-questions.ts';
import {writeNow} from '../../view/paint/write-now.ts';
import {type ColorLevel, colorLevelOf, createPaint, type Theme} from '../../view/theme.ts';
import {themeNamed} from '../themes.ts';

/** What the first frame hands over to the full screen, once that is loaded. */
export type Booted = {
	readonly clock: Clock;
	readonly modes: TerminalModes;
	readonly guard: TerminalGuard;
	readonly theme: Theme;
	readonly colors: ColorLevel;
	/** The output to the terminal. */
	readonly output: ScreenOutput;
	/** Gives the listener what was typed so far, then every further chunk. */
	readonly listen: (listener: (bytes: Uint8Array) => void) => void;
	/** Returns what the terminal shows now. */
	readonly shown: () => PaneFrame;
	/**
	 * The answers of the terminal to the question how many cells it uses for unusual characters. They
	 * arrive among the keys.
	 */
	readonly widths: WidthAnswers;
};

/** The part of `process.stdout` that the screen needs. */
export type ScreenOutput = TerminalStream & {
	readonly columns: number;
	readonly rows: number;
	readonly on: (event: 'resize', listener: () => void) => unknown;
	readonly off: (event: 'resize', listener: () => void) => unknown;
};

export type BootOptions = {
	readonly env: Readonly<Record<string, string | undefined>>;
	/** The theme that the command line names. If undefined, the settings decide. */
	readonly theme: string | undefined;
	readonly color: boolean;
};

/** Shows the first frame and takes keys, before anything else of the program is loaded. */
export function boot({env, theme: wanted, color}: BootOptions): Booted {
	const {stdin, stdout} = process;
	const clock = systemClock();
	const colors = color ? colorLevelOf(env) : 0;
	const theme = themeAtStart(env, wanted);
	const paint = createPaint(theme, colors);
	const frame = firstFrame({columns: stdout.columns, rows: stdout.rows, paint, version});
	const term = env['TERM'] ?? '';
	const modes = createTerminalModes({
		writeNow: text => writeNow(1, text),
		input: {
			setRawMode: on => stdin.setRawMode(on),
			pause: () => stdin.pause(),
			resume: () => stdin.resume(),
		},
		term,
	});
	const guard = guardTerminal(process, {restore: modes.restore, clock});
	// Write the questions to the terminal together with a frame, which then covers any trace of them.
	const questions = theme.ascii ? '' : widthQuestions({columns: stdout.columns, term});
	modes.enter(questions + firstBytes(frame.picture));
	const typing: Typing = {text: '', echoes: frame.field !== null, chunks: [], listener: null};
	let isFirst = true;
	stdin.on('data', (bytes: Buffer) => {
		const keys = isFirst ? withEnters(bytes) : bytes;
		isFirst = false;
		take(typing, keys, {
			width: frame.field?.width ?? 0,
			echo: text => writeNow(1, firstEcho(typing.text, text, paint.open('text'))),
			interrupt: () => void guard.end(130),
		});
	});
	return {
		clock,
		modes,
		guard,
		theme,
		colors,
		output: stdout,
		listen(listener) {
			typing.listener = listener;
			for (const chunk of typing.chunks.splice(0)) {
				listener(chunk);
			}
		},
		shown: () => frame.typed(typing.text),
		widths: collectWidths(),
	};
}

type Typing = {
	text: string;
	echoes: boolean;
	readonly chunks: Uint8Array[];
	listener: ((bytes: Uint8Array) => void) | null;
};

type Field = {
	readonly width: number;
	readonly echo: (text: string) => void;
	readonly interrupt: () => void;
};

/** The most chunks of typed input to keep until the screen is ready; later ones are dropped. */
const chunksMax = 4096;

function take(typing: Typing, bytes: Uint8Array, {width, echo, interrupt}: Field): void {
	if (typing.listener) {
		typing.listener(bytes);
		return;
	}
	if (bytes.includes(0x03)) {
		interrupt();
		return;
	}
	if (typing.chunks.length < chunksMax) {
		typing.chunks.push(bytes);
	}
	const keys = withoutAnswers(Buffer.from(bytes).toString('utf8'));
	const text = typing.echoes ? typeAhead(typing.text, {keys, width}) : null;
	typing.echoes = text !== null;
	if (text !== null) {
		echo(text);
		typing.text = text;
	}
}

/**
 * Turns line feeds back into Enter: before raw mode, the terminal had turned each Enter into a line
 * feed.
 */
function withEnters(bytes: Uint8Array): Uint8Array {
	return bytes.map(byte => (byte === 0x0a ? 0x0d : byte));
}

/**
 * Returns the bytes that change the echoed text on the screen. The cursor is at the end of the text
 * before and after.
 */
function firstEcho(before: string, after: string, style: string): string {
	let common = 0;
	while (common < before.length && before[common] === after[common]) {
		common++;
	}
	const removed = before.length - common;
	const added = after.slice(common);
	const wipe = '\b'.repeat(removed) + ' '.repeat(removed) + '\b'.repeat(removed);
	return `${wipe}${style === '' || added === '' ? added : `${style}${added}\u001B[m`}`;
}

/**
 * Reads the theme's name without validating the settings, which happens later. After an error it
 * returns the default theme.
 */
function themeAtStart(env: BootOptions['env'], wanted: string | undefined): Theme {
	const folder = foldersOf(env, process.platform).config;
	const name = wanted ?? wantedTheme(join(folder, 'config.json'));
	if (typeof name !== 'string' || name === 'default' || !/^[\w-]+$/.test(name)) {
		return defaultTheme(env);
	}
	return themeNamed(folder, name) ?? defaultTheme(env);
}

function wantedTheme(path: string): unknown {
	try {
		const settings: unknown = JSON.parse(readFileSync(path, 'utf8'));
		return isJsonObject(settings) ? settings['theme'] : undefined;
	} catch {
		return undefined;
	}
}
