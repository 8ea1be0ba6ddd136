import type {Timer} from '../platform/clock.ts';
import {neutralise} from '../text/neutralise.ts';
import {shorten} from '../text/width.ts';
import type {Session} from './session.ts';
import type {OpenTerminal, Reading, TerminalInfo, TerminalsPorts} from './terminal.ts';
import type {Owner, Program} from './transport.ts';
import {watchWaiting} from './watch-waiting.ts';

/** One terminal on the shelf: its session, and what concerns only this program. */
export type Entry = {
	readonly session: Session;
	readonly info: () => TerminalInfo;
	readonly read: () => Promise<Reading>;
	readonly setControl: (by: Owner) => void;
	readonly share: () => void;
	readonly allowHiddenInput: () => void;
	readonly noteUserTyped: () => void;
	readonly stopTimers: () => void;
};

const idleNoticeMs = 30 * 60_000;
const titleWidthMax = 80;

export type EntryOptions = {
	readonly request: OpenTerminal;
	readonly ports: TerminalsPorts;
	readonly onEnded: () => void;
	readonly remove: () => void;
};

export function createEntry(
	session: Session,
	{request, ports, onEnded, remove}: EntryOptions,
): Entry {
	const title = titleOf(request);
	const timers = createEntryTimers(session, {request, ports, title});
	let control: Owner = request.owner;
	let isShared = request.owner === 'model';
	let isReported = false;
	let mayTypeHidden = false;
	let userTyped = false;
	const stopWatching = watchWaiting(session, {
		clock: ports.clock,
		onChange: waiting => ports.onChange({type: 'terminal.waited', terminal: session.id, waiting}),
	});
	session.subscribe(event => {
		if (event.type === 'exit') {
			timers.stop();
			timers.startExpiry(remove);
			ports.onChange({type: 'terminal.exited', terminal: session.id, ...event.ended});
			onEnded();
		}
	});
	return {
		session,
		info: () => ({
			...session.info(),
			title,
			call: request.call ?? null,
			control,
			isShared,
			isReported,
			mayTypeHidden,
			hasTimedOut: timers.hasTimedOut(),
			unreadBytes: session.unreadBytes(),
			transcript: session.transcript?.path ?? null,
		}),
		async read() {
			const taken = await session.take();
			if (session.hasEnded()) {
				// Whoever is told of the transcript finds all of it there.
				await session.transcript?.rest();
			}
			const leftovers = session.hasEnded() ? session.leftovers() : [];
			isReported ||= session.hasEnded() && leftovers.length === 0 && session.unreadBytes() === 0;
			const typed = userTyped;
			userTyped = false;
			return {...taken, leftovers, userTyped: typed};
		},
		setControl(by) {
			if (by !== control) {
				control = by;
				ports.onChange({type: 'terminal.controlled', terminal: session.id, by});
			}
		},
		share() {
			isShared = true;
		},
		allowHiddenInput() {
			mayTypeHidden = true;
		},
		noteUserTyped() {
			userTyped = true;
		},
		stopTimers() {
			stopWatching();
			timers.stop();
		},
	};
}

/** A life that was limited by the caller, a word when nothing happens, and an end after the end. */
function createEntryTimers(
	session: Session,
	{request, ports, title}: {request: OpenTerminal; ports: TerminalsPorts; title: string},
) {
	const {clock, limits, notify} = ports;
	let hasTimedOut = false;
	const timers: Timer[] = [];
	if (request.timeoutMs !== undefined) {
		timers.push(
			clock.after(request.timeoutMs, () => {
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

function titleOf({title, program}: OpenTerminal): string {
	const [line = ''] = neutralise(title ?? commandOf(program))
		.trim()
		.split('\n');
	return shorten(line, titleWidthMax);
}

function commandOf(program: Program): string {
	return program.type === 'argv'
		? program.argv.join(' ')
		: (program.command ?? program.shell ?? 'shell');
}
