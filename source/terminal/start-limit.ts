import type {OpenTerminal, TerminalsPorts} from './terminal.ts';

/**
 * Returns a signal that aborts the start when the caller aborts, or when the program's time limit
 * is over.
 */
export function startLimit({clock}: TerminalsPorts, {timeoutMs, signal}: OpenTerminal) {
	const over = new AbortController();
	const timer = timeoutMs === undefined ? null : clock.after(timeoutMs, () => over.abort());
	return {
		signal: AbortSignal.any([over.signal, ...(signal ? [signal] : [])]),
		close: () => timer?.cancel(),
	};
}
