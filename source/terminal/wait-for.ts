import type {Clock} from '../platform/clock.ts';
import type {TerminalSession} from './session.ts';
import type {StopWatching, WaitConditions, WaitRequest, Watched, Woke} from './wait-conditions.ts';
import {watchControl} from './watch-control.ts';
import {watchBytes, watchQuiet} from './watch-output.ts';
import {watchPrompt} from './watch-prompt.ts';
import {watchText} from './watch-text.ts';

/** Sleeps until something happens: output, an exit, a timer, an abort. Nothing is polled. */
export function waitForSessions(
	sessions: readonly TerminalSession[],
	{conditions, deadlineMs, signal}: WaitRequest,
	clock: Clock,
): Promise<Woke> {
	return new Promise(resolve => {
		const stops: StopWatching[] = [];
		let isAwake = false;
		const wake = (woke: Woke): void => {
			if (!isAwake) {
				isAwake = true;
				for (const stop of stops) {
					stop();
				}
				resolve(woke);
			}
		};
		const add = (start: () => StopWatching): void => {
			if (isAwake) {
				return;
			}
			stops.push(start());
			if (isAwake) {
				// The condition became true while its watch was being started, so stop that watch at once.
				stops.at(-1)?.();
			}
		};
		add(() => onAbort(signal, () => wake({type: 'aborted'})));
		for (const session of sessions) {
			for (const start of watchesFor(conditions)) {
				add(() => start({session, clock, wake}));
			}
		}
		// Added last: a text in the final output is a better reason than the exit itself.
		add(() => watchEnds(sessions, {isAnyEnough: conditions.exit === true, wake}));
		add(() => clock.after(deadlineMs, () => wake({type: 'deadline'})).cancel);
	});
}

type StartWatch = (watched: Watched) => StopWatching;

function watchesFor(conditions: WaitConditions): readonly StartWatch[] {
	const {text, quietMs, prompt, bytes, settled, handedBack} = conditions;
	return [
		...(text ? [(watched: Watched) => watchText(watched, text)] : []),
		...(bytes === undefined ? [] : [(watched: Watched) => watchBytes(watched, bytes)]),
		...(quietMs === undefined ? [] : [(watched: Watched) => watchQuiet(watched, quietMs)]),
		...(handedBack ? [watchControl] : []),
		...(prompt ? [(watched: Watched) => watchPrompt(watched, 'prompt')] : []),
		...(settled ? [(watched: Watched) => watchPrompt(watched, 'settled')] : []),
	];
}

function onAbort(signal: AbortSignal, action: () => void): StopWatching {
	if (signal.aborted) {
		action();
		return () => {};
	}
	signal.addEventListener('abort', action, {once: true});
	return () => signal.removeEventListener('abort', action);
}

/** Ends the wait when none of the programs runs any more. */
function watchEnds(
	sessions: readonly TerminalSession[],
	{isAnyEnough, wake}: {isAnyEnough: boolean; wake: (woke: Woke) => void},
): StopWatching {
	const look = (session: TerminalSession): void => {
		if (isOver(session) && (isAnyEnough || sessions.every(isOver))) {
			wake({type: session.isClosed() ? 'closed' : 'exit', terminal: session.id});
		}
	};
	const stops = sessions.map(session =>
		session.subscribe(event => {
			if (event.type === 'unconfirmed') {
				// The program's end may never be reported, and then the wait would last until its deadline.
				wake({type: 'unconfirmed', terminal: session.id});
			} else if (event.type !== 'bytes') {
				look(session);
			}
		}),
	);
	sessions.forEach(look);
	return () => {
		for (const stop of stops) {
			stop();
		}
	};
}

/** A terminal that was removed counts too, even if its program's exit is unknown. */
function isOver(session: TerminalSession): boolean {
	return session.hasEnded() || session.isClosed();
}
