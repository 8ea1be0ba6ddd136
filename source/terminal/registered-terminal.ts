import type {Timer} from '../platform/clock.ts';
import {revealInRow} from '../text/neutralise.ts';
import {shorten} from '../text/width.ts';
import {createKeyboard, type Keyboard, keyboardIdleMs} from './keyboard.ts';
import type {StoppedSession, TerminalSession} from './session.ts';
import type {
	HandedTerminal,
	OpenTerminal,
	TerminalInfo,
	TerminalMarks,
	TerminalReading,
	TerminalsPorts,
} from './terminal.ts';
import {titleOf} from './title.ts';
import {unconfirmedFact} from './unconfirmed.ts';
import {watchWaiting} from './watch-waiting.ts';

/** One terminal: its session, plus what only this program knows about it. */
export type RegisteredTerminal = {
	readonly session: TerminalSession;
	readonly info: () => TerminalInfo;
	readonly read: () => Promise<TerminalReading>;
	readonly keyboard: Keyboard;
	readonly share: () => void;
	readonly allowHiddenInput: () => void;
	readonly noteUserTyped: () => void;
	/**
	 * Briefly shows what the model has typed, or only its length while the program hides its input.
	 */
	readonly noteModelTyped: (text: string, options: {readonly isHidden: boolean}) => void;
	readonly stopTimers: () => void;
	/** Stops reading, so that another process can take over the terminal; null if it can't. */
	readonly stop: () => Promise<StoppedTerminal | null>;
	/** Returns the PTY's master side; null if the program has ended or runs on another machine. */
	readonly descriptor: () => number | null;
};

export type StoppedTerminal = Pick<StoppedSession, 'channel' | 'goOn'> & {
	readonly handed: HandedTerminal;
};

const idleNoticeMs = 30 * 60_000;
const typedWidthMax = 40;

export type EntryOptions = {
	readonly request: OpenTerminal;
	readonly ports: TerminalsPorts;
	readonly onEnded: () => void;
	readonly remove: () => void;
};

export function createEntry(
	session: TerminalSession,
	{request, ports, onEnded, remove}: EntryOptions,
): RegisteredTerminal {
	const title = titleOf(request);
	const timers = createEntryTimers(session, {request, ports, title});
	const unconfirmedMs = watchUnconfirmed(session, {request, ports});
	const keyboard = keyboardOf(session, {request, ports, title});
	const marks = newMarks(request);
	const allow = (mark: 'isShared' | 'mayTypeHidden', what: 'see' | 'type-hidden') => {
		if (!marks[mark]) {
			marks[mark] = true;
			ports.onChange({type: 'terminal.allowed', terminal: session.id, what});
		}
	};
	const stopHearing = hear(session, {request, ports, onEnded, remove}, timers);
	hearLeft(session, pids => {
		// The model may have been told that this program has ended. It may use the terminal again, to
		// end the processes that are left.
		marks.isReported = false;
		ports.notify?.(leftWords(session, {title, pids}));
	});
	return {
		session,
		info: () => ({
			...session.info(),
			title,
			call: request.call ?? null,
			control: keyboard.holder(),
			...marks,
			hasTimedOut: timers.hasTimedOut(),
			unconfirmedMs: unconfirmedMs(),
			unreadBytes: session.unreadBytes(),
			readBytes: session.readBytes(),
			transcript: session.transcript?.path ?? null,
		}),
		read: () => readFor(session, marks),
		keyboard,
		share: () => allow('isShared', 'see'),
		allowHiddenInput: () => allow('mayTypeHidden', 'type-hidden'),
		noteUserTyped() {
			marks.userTyped = true;
			keyboard.used();
		},
		noteModelTyped(text, {isHidden}) {
			const shown = isHidden
				? `${text.length} characters`
				: shorten(revealInRow(text), typedWidthMax);
			ports.onChange({type: 'terminal.typed', terminal: session.id, text: shown});
		},
		descriptor: session.descriptor,
		stop: () => stopEntry(session, {request, title, marks, timers, keyboard}),
		stopTimers() {
			stopHearing();
			keyboard.stop();
			timers.stop();
		},
	};
}

async function stopEntry(
	session: TerminalSession,
	{
		request: {cwd, owner, call},
		title,
		marks,
		timers,
		keyboard,
	}: {
		request: OpenTerminal;
		title: string;
		marks: TerminalMarks;
		timers: ReturnType<typeof createEntryTimers>;
		keyboard: Keyboard;
	},
): Promise<StoppedTerminal | null> {
	const stopped = await session.stop();
	if (stopped === null) {
		return null;
	}
	const {channel, copy, goOn} = stopped;
	const {id} = session;
	const facts = {id, cwd, owner, title, call, control: keyboard.holder(), marks: {...marks}};
	const limits = {timeLeftMs: timers.timeLeftMs(), hasTimedOut: timers.hasTimedOut()};
	const handed = {...facts, ...limits, copy, pty: channel?.handed ?? null};
	return {channel, goOn, handed};
}

/**
 * Records that the host did not answer. Returns a function that tells how long it had been silent.
 */
function watchUnconfirmed(
	session: TerminalSession,
	{request, ports}: Pick<EntryOptions, 'request' | 'ports'>,
): () => number | null {
	let silentMs: number | null = null;
	session.subscribe(event => {
		if (event.type === 'unconfirmed') {
			const {unconfirmed} = event;
			silentMs = unconfirmed.silentMs;
			ports.onChange(unconfirmedFact(session.id, {request, unconfirmed}));
		}
	});
	return () => silentMs;
}

type WritableMarks = {-readonly [Name in keyof TerminalMarks]: TerminalMarks[Name]};

function newMarks({owner, again, handed}: OpenTerminal): WritableMarks {
	return {
		isShared: again?.isShared ?? owner === 'model',
		isReported: false,
		mayTypeHidden: again?.mayTypeHidden ?? false,
		userTyped: false,
		hasReturned: again !== undefined,
		...handed?.marks,
	};
}

/** Returns the output that is new for the model, and notes what the model has been told. */
async function readFor(session: TerminalSession, marks: WritableMarks): Promise<TerminalReading> {
	const taken = await session.take();
	if (session.hasEnded()) {
		// Write the pending output to the transcript first, so that listeners find all of it there.
		await session.transcript?.rest();
	}
	const leftovers = session.hasEnded() ? session.leftovers() : [];
	marks.isReported ||= session.hasEnded() && leftovers.length === 0 && session.unreadBytes() === 0;
	const {userTyped, hasReturned} = marks;
	marks.userTyped = false;
	marks.hasReturned = false;
	return {...taken, leftovers, userTyped, hasReturned};
}

function hearLeft(session: TerminalSession, tell: (pids: readonly number[]) => void): void {
	session.subscribe(event => {
		if (event.type === 'left') {
			tell(event.pids);
		}
	});
}

function leftWords(
	session: TerminalSession,
	{title, pids}: {title: string; pids: readonly number[]},
): string {
	const what = `left ${pids.length} running in the background (pids ${pids.join(', ')})`;
	return `Terminal ${session.id} (${title}) on ${session.info().host} ${what}.`;
}

function keyboardOf(
	session: TerminalSession,
	{request, ports, title}: {request: OpenTerminal; ports: TerminalsPorts; title: string},
): Keyboard {
	return createKeyboard({
		clock: ports.clock,
		owner: request.handed?.control ?? request.owner,
		onGiven(by) {
			ports.onChange({type: 'terminal.controlled', terminal: session.id, by});
			session.controlled(by);
		},
		onWanted: () => ports.onChange({type: 'terminal.wanted', terminal: session.id}),
		onCountdown: until =>
			ports.onChange({
				type: 'terminal.wanted',
				terminal: session.id,
				...(until !== null && {until}),
			}),
		onIdle: () =>
			ports.notify?.(
				`The agent waited for the keyboard of terminal ${session.id} (${title}), and you had not typed for ${keyboardIdleMs / 1000} s: the agent has it now.`,
			),
	});
}

/** Reports when the program begins or stops waiting for input, and when it ends. */
function hear(
	session: TerminalSession,
	{ports, onEnded, remove}: EntryOptions,
	timers: ReturnType<typeof createEntryTimers>,
): () => void {
	session.subscribe(event => {
		if (event.type === 'exit') {
			timers.stop();
			timers.startExpiry(remove);
			ports.onChange({type: 'terminal.exited', terminal: session.id, ...event.ended});
			onEnded();
		}
	});
	if (session.hasEnded()) {
		timers.startExpiry(remove);
	}
	return watchWaiting(session, {
		clock: ports.clock,
		onChange: waiting => ports.onChange({type: 'terminal.waited', terminal: session.id, waiting}),
	});
}

/**
 * Timers: the caller's time limit, a notice after long silence, and the removal of an ended
 * terminal.
 */
function createEntryTimers(
	session: TerminalSession,
	{request, ports, title}: {request: OpenTerminal; ports: TerminalsPorts; title: string},
) {
	const {clock, limits, notify} = ports;
	let hasTimedOut = request.handed?.hasTimedOut ?? false;
	const timers: Timer[] = [];
	const {timeoutMs} = request;
	const endAt = timeoutMs === undefined ? null : clock.elapsed() + timeoutMs;
	if (timeoutMs !== undefined) {
		timers.push(
			clock.after(timeoutMs, () => {
				hasTimedOut = true;
				void session.end({force: true});
			}),
		);
	}
	if (notify) {
		timers.push(
			clock.every(idleNoticeMs, () => {
				if (session.info().idleMs >= idleNoticeMs) {
					notify(
						`Terminal ${session.id} (${title}) has been silent for half an hour and still runs.`,
					);
				}
			}),
		);
	}
	return {
		hasTimedOut: () => hasTimedOut,
		timeLeftMs: () => endAt && Math.max(0, endAt - clock.elapsed()),
		stop() {
			for (const timer of timers.splice(0)) {
				timer.cancel();
			}
		},
		startExpiry(action: () => void) {
			timers.push(clock.after(limits.idleExitedMs, action));
		},
	};
}
