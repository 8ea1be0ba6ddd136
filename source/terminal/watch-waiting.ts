import type {Clock, Timer} from '../platform/clock.ts';
import type {TerminalSession} from './session.ts';
import type {Waiting} from './transport.ts';

/** The program must be silent for this long before we check whether it waits. */
const quietMs = 250;
/**
 * The first pause before another check, since a program may begin to wait a while after its last
 * output.
 */
const lookAgainMs = 1000;
/** No check comes later than this after the last output. */
const lookAgainMsMax = 32_000;

/**
 * Reports to panes when a program begins or stops waiting for input. After the start, and after
 * each burst of output, it checks several times with growing pauses, and then no more, so that a
 * silent terminal costs nothing.
 */
export function watchWaiting(
	session: TerminalSession,
	{clock, onChange}: {clock: Clock; onChange: (waiting: Waiting) => void},
): () => void {
	let timer: Timer | null = null;
	let isPatient = false;
	let hasStopped = false;
	let known: Waiting = null;
	const rest = () => {
		timer?.cancel();
		timer = null;
	};
	const tell = (waiting: Waiting) => {
		if (waiting !== known) {
			known = waiting;
			onChange(waiting);
		}
	};
	const look = async (nextMs: number) => {
		timer = null;
		const silentMs = clock.elapsed() - session.lastOutputAt();
		if (silentMs < quietMs) {
			timer = clock.after(quietMs - silentMs, () => void look(lookAgainMs));
			return;
		}
		tell(session.hasEnded() ? null : await session.waiting());
		const lastMs = known === null ? lookAgainMsMax : lookAgainMs;
		if (nextMs <= lastMs && !timer && !hasStopped && !session.hasEnded()) {
			isPatient = true;
			timer = clock.after(nextMs, () => void look(2 * nextMs));
		}
	};
	const lookSoon = () => {
		if (isPatient) {
			rest();
			isPatient = false;
		}
		timer ??= clock.after(quietMs, () => void look(lookAgainMs));
	};
	lookSoon();
	const stop = session.subscribe(event => {
		if (event.type === 'bytes' || event.type === 'typed') {
			lookSoon();
		} else if (event.type === 'exit' || event.type === 'closed') {
			rest();
			tell(null);
		}
	});
	return () => {
		hasStopped = true;
		rest();
		stop();
	};
}
