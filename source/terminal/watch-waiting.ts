import type {Clock, Timer} from '../platform/clock.ts';
import type {Session} from './session.ts';
import type {Waiting} from './transport.ts';

/** So long nothing must have been printed before the program is asked what it waits for. */
const quietMs = 250;
/** A program may begin to wait a while after its last output; later than this it is not looked for. */
const lookAgainMs = 1000;

/**
 * Tells when a program begins or ceases to wait for input, for panes. It looks once or twice after
 * each burst of output and then rests: a silent terminal costs nothing.
 */
export function watchWaiting(
	session: Session,
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
		} else if (event.type !== 'controlled') {
			rest();
			tell(null);
		}
	});
	return () => {
		rest();
		stop();
	};
}
