import type {Output} from './compositor.ts';

/**
 * The terminal as an output that says when it is full. Node writes to terminals synchronously: one
 * that does not read, at the far end of a slow line, would stop the whole program. So this takes
 * the blocking off and counts what is still on its way.
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

/** What of `process.stdout` is needed, its inner handle included. */
export type TerminalStream = {
	readonly write: (text: string, written: () => void) => unknown;
	readonly writableLength: number;
	readonly _handle?: {readonly setBlocking?: (on: boolean) => unknown} | null;
};
