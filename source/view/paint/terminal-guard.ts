import {constants} from 'node:os';
import type {Clock} from '../../platform/clock.ts';
import {writeNow} from './write-now.ts';

/**
 * Brings the terminal back after every kind of end that a program can notice. First the terminal,
 * then what the program itself wants to close, then the exit code that the shell expects.
 */
export type TerminalGuard = {
	/** What else is to be done before the process ends; it is given a moment, not more. */
	readonly onEnd: (close: () => Promise<void>) => void;
	/** Said after a crash, below the error: where to look. */
	readonly onCrash: (hint: (error: unknown) => string) => void;
	/** Ends the process in order, as a signal would: for the program's own way out. */
	readonly end: (code: number) => Promise<void>;
	readonly release: () => void;
};

export type GuardOptions = {readonly restore: () => void; readonly clock: Clock};

const signals = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const;
const closeMs = 3000;

export function guardTerminal(
	process: NodeJS.Process,
	{restore, clock}: GuardOptions,
): TerminalGuard {
	let close = async () => {};
	let hint: (error: unknown) => string = () => '';
	let ending = false;
	const end = async (code: number) => {
		restore();
		if (ending) {
			process.exit(code);
		}
		ending = true;
		await Promise.race([close().catch(() => {}), clock.sleep(closeMs)]);
		process.exit(code);
	};
	const onSignal = (signal: (typeof signals)[number]) => {
		void end(128 + constants.signals[signal]);
	};
	const onError = (error: unknown) => {
		restore();
		if (isHangUp(error)) {
			onSignal('SIGHUP');
			return;
		}
		writeNow(2, crashReport(error, hint(error)));
		void end(1);
	};
	const listeners = [
		['exit', restore],
		['uncaughtException', onError],
		['unhandledRejection', onError],
		...signals.map(signal => [signal, onSignal] as const),
	] as const;
	for (const [event, listener] of listeners) {
		process.on(event, listener as () => void);
	}
	return {
		onEnd(action) {
			close = action;
		},
		onCrash(say) {
			hint = say;
		},
		end,
		release() {
			for (const [event, listener] of listeners) {
				process.off(event, listener as () => void);
			}
		},
	};
}

/** The terminal went away under a write: nothing is wrong with the program. */
function isHangUp(error: unknown): boolean {
	const {code, syscall} = (error ?? {}) as NodeJS.ErrnoException;
	return (code === 'EIO' || code === 'EPIPE') && syscall === 'write';
}

function crashReport(error: unknown, hint: string): string {
	const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
	return `agent-tui stopped because of an error of its own:\n${text}\n${hint === '' ? '' : `${hint}\n`}`;
}
