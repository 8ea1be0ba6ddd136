import type {OpenTerminal, TerminalsPorts} from './terminal.ts';

/** A start ends with the caller's signal, and with the time that the program was given. */
export function startLimit({clock}: TerminalsPorts, {timeoutMs, signal}: OpenTerminal) {
	const over = new AbortController();
	const timer = timeoutMs === undefined ? null : clock.after(timeoutMs, () => over.abort());
	return {
		signal: AbortSignal.any([over.signal, ...(signal ? [signal] : [])]),
		close: () => timer?.cancel(),
	};
}
