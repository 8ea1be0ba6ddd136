import type {Output} from './compositor.ts';

/**
 * An output to the terminal that reports when its buffer is full. Node writes to terminals
 * synchronously, so a terminal that doesn't read would block the whole program. This makes writes
 * non-blocking and counts the bytes that wait.
 */
export function createTerminalOutput(stream: TerminalStream): Output {
	const listeners = new Set<() => void>();
	stream._handle?.setBlocking?.(false);
	return {
		write(text) {
			stream.write(text, () => {
				if (stream.writableLength === 0) {
					for (const listener of [...listeners]) {
						listener();
					}
				}
			});
			return stream.writableLength === 0;
		},
		onDrain(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
	};
}

/** The parts of `process.stdout` that are needed here, including its internal handle. */
export type TerminalStream = {
	readonly write: (text: string, written: () => void) => unknown;
	readonly writableLength: number;
	readonly _handle?: {readonly setBlocking?: (on: boolean) => unknown} | null;
};
