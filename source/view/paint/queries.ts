import type {Clock, Timer} from '../../platform/clock.ts';

/** What the terminal has reported about itself; null for what it has not. */
export type TerminalTraits = {
	readonly synchronized: boolean;
	readonly kittyKeyboard: boolean;
	readonly background: Background | null;
};

export type Background = {
	readonly red: number;
	readonly green: number;
	readonly blue: number;
	readonly dark: boolean;
};

export type TerminalQueries = {
	/** Call this with each sequence that the decoder took for a reply of the terminal. */
	readonly take: (reply: string) => void;
	readonly traits: Promise<TerminalTraits>;
};

export type QueryPorts = {
	readonly write: (text: string) => void;
	readonly clock: Clock;
	/** `$TERM` and `$TERM_PROGRAM`. Some old terminals print queries that they don't know. */
	readonly term: string;
	readonly program: string;
};

/**
 * How long to wait for replies, which is enough for a slow connection. Nothing else waits for them.
 */
const repliesMs = 2000;

/**
 * Asks the terminal what it can do. The last query (DA1) is answered by every terminal, and so ends
 * the wait. A time limit ends it for one that answers nothing.
 */
export function queryTerminal({write, clock, term, program}: QueryPorts): TerminalQueries {
	let found: TerminalTraits = {synchronized: false, kittyKeyboard: false, background: null};
	let finish: () => void = () => {};
	const traits = new Promise<TerminalTraits>(resolve => {
		finish = () => {
			timer?.cancel();
			resolve(found);
		};
	});
	const timer: Timer | null = clock.after(repliesMs, finish);
	write(questions({term, program}));
	return {
		traits,
		take(reply) {
			found = {...found, ...readReply(reply)};
			if (/^\u001B\[\?[\d;]*c$/.test(reply)) {
				finish();
			}
		},
	};
}

export function questions({
	term,
	program,
}: {
	readonly term: string;
	readonly program: string;
}): string {
	if (term === 'linux' || term === 'dumb') {
		return '\u001B[c';
	}
	const modeReport = program === 'Apple_Terminal' ? '' : '\u001B[?2026$p\u001B[?2004$p';
	return `${modeReport}\u001B]11;?\u001B\\\u001B[?u\u001B[c`;
}

export function readReply(reply: string): Partial<TerminalTraits> {
	const mode = /^\u001B\[\?2026;([0-4])\$y$/.exec(reply);
	if (mode) {
		// 1 means that the mode is set, 2 that it is reset. Both show that the terminal knows it.
		return {synchronized: mode[1] === '1' || mode[1] === '2'};
	}
	if (/^\u001B\[\?\d+u$/.test(reply)) {
		return {kittyKeyboard: true};
	}
	const color = /^\u001B\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(reply);
	return color ? {background: readBackground(color.slice(1))} : {};
}

function readBackground(parts: readonly string[]): Background {
	const [red = 0, green = 0, blue = 0] = parts.map(
		part => (Number.parseInt(part, 16) / (16 ** part.length - 1)) * 255,
	);
	const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	return {
		red: Math.round(red),
		green: Math.round(green),
		blue: Math.round(blue),
		dark: light < 128,
	};
}
