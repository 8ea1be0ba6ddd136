import {constants} from 'node:os';
import type {Clock} from '../../platform/clock.ts';
import {outOfFiles} from '../../platform/out-of-files.ts';
import {writeNow} from './write-now.ts';

/**
 * Restores the terminal after every kind of exit that a process can notice. First comes the
 * terminal, then the program's own cleanup, then the exit code that the shell expects.
 */
export type TerminalGuard = {
	/** Adds a cleanup that runs before the process ends. Its time is short and limited. */
	readonly onEnd: (close: () => Promise<void>) => void;
	/** Adds a text that is printed after a crash, below the error: where to find the report. */
	readonly onCrash: (hint: (error: unknown) => string) => void;
	/** Ends the process in an orderly way. */
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
		const words = outOfFiles(error);
		writeNow(2, words === null ? crashReport(error, hint(error)) : `agent-tui: ${words}\n`);
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

/**
 * Whether the error means that the terminal has disappeared during a write, which is no fault of
 * the program.
 */
function isHangUp(error: unknown): boolean {
	const {code, syscall} = (error ?? {}) as NodeJS.ErrnoException;
	return (code === 'EIO' || code === 'EPIPE') && syscall === 'write';
}

function crashReport(error: unknown, hint: string): string {
	const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
	return `agent-tui stopped because of an error of its own:\n${text}\n${hint === '' ? '' : `${hint}\n`}`;
}
