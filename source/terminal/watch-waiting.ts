import type {Clock, Timer} from '../platform/clock.ts';
import type {TerminalSession} from './session.ts';
import type {Waiting} from './transport.ts';

/** The program must be silent for this long before we check whether it waits. */
const quietMs = 250;
/**
 * A program may begin to wait a little after its last output. There is no check later than this.
 */
const lookAgainMs = 1000;

/**
 * Reports to panes when a program begins or stops waiting for input. It checks once or twice after
 * each burst of output, so a silent terminal costs nothing.
 */
export function watchWaiting(
	session: TerminalSession,
	{clock, onChange}: {clock: Clock; onChange: (waiting: Waiting) => void},
): () => void {
	let timer: Timer | null = null;
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
	const look = async (isLast: boolean) => {
		timer = null;
		const silentMs = clock.elapsed() - session.lastOutputAt();
		if (silentMs < quietMs) {
			timer = clock.after(quietMs - silentMs, () => void look(false));
			return;
		}
		tell(session.hasEnded() ? null : await session.waiting());
		if (!isLast && !timer && !session.hasEnded()) {
			timer = clock.after(lookAgainMs, () => void look(true));
		}
	};
	const stop = session.subscribe(event => {
		if (event.type === 'bytes') {
			timer ??= clock.after(quietMs, () => void look(false));
		} else if (event.type === 'exit' || event.type === 'closed') {
			rest();
			tell(null);
		}
	});
	return () => {
		rest();
		stop();
	};
}
