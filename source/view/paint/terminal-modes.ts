/**
 * The terminal modes of a full-screen program. `restore` switches off all that was switched on
 * here. It is synchronous, and may be called at any time and repeatedly.
 */
export type TerminalModes = {
	/** Switches all modes on, and writes `first` with the same write. */
	readonly enter: (first?: string) => void;
	readonly change: (modes: Partial<OptionalModes>) => void;
	/** Gives the terminal to another program. `resume` takes it back with the same modes. */
	readonly suspend: () => void;
	readonly resume: () => void;
	readonly restore: () => void;
	/** From now on changes of modes are written by this function, in order with all other output. */
	readonly writeThrough: (write: (text: string) => void) => void;
	/**
	 * Calls the listener now and after each change with the bytes that would restore the terminal;
	 * empty if none are needed.
	 */
	readonly follow: (listener: (leave: string) => void) => void;
};

export type OptionalModes = {
	/** Reports of clicks, drags and the wheel. */
	readonly mouse: boolean;
	/**
	 * The kitty keyboard protocol, with the keys of a Latin layout. Only for a terminal that has
	 * reported to know it.
	 */
	readonly kittyKeyboard: boolean;
	/** The title of the window. The previous title comes back at the end. */
	readonly title: string;
	/** The state that the terminal shows in the taskbar, if it supports that. */
	readonly progress: 'none' | 'works' | 'waits';
};

const off: OptionalModes = {mouse: false, kittyKeyboard: false, title: '', progress: 'none'};

export type ModePorts = {
	readonly writeNow: (text: string) => void;
	readonly input: {
		readonly setRawMode: (on: boolean) => unknown;
		readonly pause: () => unknown;
		readonly resume: () => unknown;
	};
	/** `$TERM`. The Linux console would print some sequences as text, so it doesn't get them. */
	readonly term: string;
};

export function createTerminalModes({writeNow, input, term}: ModePorts): TerminalModes {
	const console = term === 'linux';
	let write = writeNow;
	let modes = off;
	let entered = false;
	let told: (leave: string) => void = () => {};
	const tell = () => told(entered ? leaveSequence(modes, {console}) : '');
	const enter = (first = '') => {
		if (!entered) {
			entered = true;
			// This can fail in a background job. When `fg` continues the process, it is set again.
			attempt(() => input.setRawMode(true));
			writeNow(enterSequence(modes, {console}) + first);
			tell();
		}
	};
	const leave = () => {
		if (entered) {
			entered = false;
			writeNow(leaveSequence(modes, {console}));
			attempt(() => input.setRawMode(false));
			tell();
		}
	};
	return {
		enter,
		change(change) {
			const next = {...modes, ...change};
			if (entered) {
				write(changeSequence(modes, next));
			}
			modes = next;
			tell();
		},
		suspend() {
			leave();
			input.pause();
		},
		resume() {
			input.resume();
			enter();
		},
		restore: leave,
		writeThrough(through) {
			write = through;
		},
		follow(listener) {
			told = listener;
			tell();
		},
	};
}

type Terminal = {readonly console: boolean};

export function enterSequence(modes: OptionalModes, {console}: Terminal): string {
	return [
		'\u001B[?1049h',
		console ? '' : '\u001B[22;2t',
		// Without wrapping, a character in the last cell doesn't scroll the screen.
		'\u001B[?7l\u001B[?25l',
		'\u001B[?2004h\u001B[?1004h',
		console ? '' : '\u001B[>4;0m',
		changeSequence(off, modes),
	].join('');
}

/**
 * The bytes that restore the terminal. They begin with the end of a string, in case a frame was cut
 * off within one.
 */
export function leaveSequence(modes: OptionalModes, {console}: Terminal): string {
	return [
		'\u001B\\\u001B[?2026l\u001B[m\u001B]8;;\u001B\\\u001B[r',
		changeSequence(modes, off),
		console ? '' : '\u001B[>4m',
		'\u001B[?1004l\u001B[?2004l',
		'\u001B[?7h\u001B[?25h',
		console ? '' : '\u001B[23;2t',
		'\u001B[?1049l',
	].join('');
}

function changeSequence(from: OptionalModes, to: OptionalModes): string {
	const mouse = to.mouse ? '\u001B[?1000;1002;1006h' : '\u001B[?1006;1002;1000l';
	const keyboard = to.kittyKeyboard ? '\u001B[>5u' : '\u001B[<u';
	const title = `\u001B]2;${to.title.replace(/[\u0000-\u001F\u007F-\u009F]/g, ' ')}\u001B\\`;
	return [
		from.mouse === to.mouse ? '' : mouse,
		from.kittyKeyboard === to.kittyKeyboard ? '' : keyboard,
		from.title === to.title || to.title === '' ? '' : title,
		from.progress === to.progress ? '' : `\u001B]9;4;${progressCodes[to.progress]}\u001B\\`,
	].join('');
}

/**
 * The arguments of OSC 9;4: no progress; progress without a known length; progress that is held up.
 */
const progressCodes = {none: '0;', works: '3;', waits: '4;100'} as const;

/**
 * Runs the action and ignores errors, because at the end of a process the terminal may be gone
 * already.
 */
function attempt(action: () => unknown): void {
	try {
		action();
	} catch {}
}
