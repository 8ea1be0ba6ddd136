import type {ClientListener, Flow} from './client.ts';
import type {Sink} from './source.ts';

/**
 * Error boundaries. What a provider sends is read in callbacks of sockets, timers and unpackers,
 * where an exception has no caller: without a boundary it would end the process, and with it the
 * answers of everybody. With one it ends the one request whose data it was.
 */
export type OnThrow = (error: unknown) => void;

export function guarded<Values extends readonly unknown[]>(
	action: (...values: Values) => void,
	onThrow: OnThrow,
): (...values: Values) => void {
	return (...values) => {
		try {
			action(...values);
		} catch (error) {
			onThrow(error);
		}
	};
}

export function guardedSink({chunk, event, atWork, end, fail}: Sink, onThrow: OnThrow): Sink {
	return {
		chunk: guarded(chunk, onThrow),
		event: guarded(event, onThrow),
		atWork: guarded(atWork, onThrow),
		end: guarded(end, onThrow),
		fail: guarded(fail, onThrow),
	};
}

/** If the listener throws, it hears only of that error, and the request is aborted. */
export function guardedListener(listener: ClientListener, flow: () => Flow | null): ClientListener {
	let isOver = false;
	const onThrow = (error: unknown) => {
		isOver = true;
		flow()?.abort();
		listener.error({
			code: thrownCode,
			message: wordsOf(error),
			answered: true,
			stale: false,
		});
	};
	const unlessOver = <Values extends readonly unknown[]>(tell: (...values: Values) => void) =>
		guarded((...values: Values) => (isOver ? undefined : tell(...values)), onThrow);
	return {
		head: unlessOver(listener.head),
		chunk: unlessOver(listener.chunk),
		end: unlessOver(listener.end),
		error: error => (isOver ? undefined : listener.error(error)),
	};
}

/** Not a code of the operating system: our own code threw while it read the answer. */
export const thrownCode = 'ERR_AGENT_TUI_READING';

export function wordsOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
