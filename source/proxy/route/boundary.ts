import type {ClientListener, Flow} from './client.ts';
import type {Sink} from './source.ts';

/**
 * Called with an exception that was thrown while a provider's data was read. Such code runs in
 * callbacks of sockets, timers and unpackers, where nobody catches the exception: it would end the
 * process, and with it all other answers. With this error boundary, it ends only its own request.
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

/**
 * Wraps a listener. If it throws, the request is aborted, and the listener gets only that error.
 */
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

/** The code of an error in our own code while it read the answer, not of the operating system's. */
export const thrownCode = 'ERR_AGENT_TUI_READING';

export function wordsOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
