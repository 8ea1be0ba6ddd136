import type {Clock, Timer} from '../platform/clock.ts';
import type {Owner} from './transport.ts';

/**
 * Tracks whether the user or the model types into a program. The user takes the keyboard and gives
 * it back. If the user has not typed for a while and a call of the model waits for the keyboard,
 * the model gets it, because that call might never end otherwise. If no call waits, the user keeps
 * it.
 */
export type Keyboard = {
	readonly holder: () => Owner;
	readonly give: (to: Owner) => void;
	/** Call this when the user has pressed a key. */
	readonly used: () => void;
	/** Call this when the model wants to type. The user is told once. */
	readonly want: () => void;
	/** Call this when a call starts waiting for the keyboard; the returned function ends the wait. */
	readonly await: () => () => void;
	readonly stop: () => void;
};

export type KeyboardPorts = {
	readonly clock: Clock;
	readonly owner: Owner;
	readonly onGiven: (to: Owner) => void;
	readonly onWanted: () => void;
	/** Called with the time at which the model will get the keyboard; null cancels the countdown. */
	readonly onCountdown: (until: number | null) => void;
	/** Called when the model has got the keyboard because the user did not type. */
	readonly onIdle: () => void;
};

/**
 * The model gets the keyboard after the user has typed nothing for this long, and was told for as
 * long that the model waits.
 */
export const keyboardIdleMs = 30_000;

/** How long before the handover the user is warned. Any key cancels the countdown. */
export const countdownMs = 10_000;

export function createKeyboard(ports: KeyboardPorts): Keyboard {
	const {clock} = ports;
	let holder = ports.owner;
	let usedAt = clock.elapsed();
	let wantedAt: number | null = null;
	let waiters = 0;

	const handOver = createHandOver(ports, {
		dueAt: () =>
			holder !== 'user' || waiters === 0 || wantedAt === null
				? null
				: Math.max(usedAt, wantedAt) + keyboardIdleMs,
		onDue() {
			give('model');
			ports.onIdle();
		},
	});
	const give = (to: Owner): void => {
		if (to !== holder) {
			holder = to;
			usedAt = clock.elapsed();
			wantedAt = null;
			handOver.forget();
			ports.onGiven(to);
		}
	};
	const want = (): void => {
		if (holder === 'user' && wantedAt === null) {
			wantedAt = clock.elapsed();
			ports.onWanted();
		}
	};
	return {
		holder: () => holder,
		give,
		used() {
			usedAt = clock.elapsed();
			if (handOver.isCounting()) {
				handOver.watch();
			}
		},
		want,
		await() {
			want();
			waiters += 1;
			handOver.watch();
			return () => {
				waiters -= 1;
				handOver.watch();
			};
		},
		stop: handOver.rest,
	};
}

type HandOver = {
	/** Returns when the model will get the keyboard; null if it will not. */
	readonly dueAt: () => number | null;
	readonly onDue: () => void;
};

/** Waits until the model may have the keyboard, and shows a countdown before that. */
function createHandOver(
	{clock, onCountdown}: Pick<KeyboardPorts, 'clock' | 'onCountdown'>,
	{dueAt, onDue}: HandOver,
) {
	let isCounting = false;
	let timer: Timer | null = null;

	const count = (until: number | null): void => {
		if (isCounting !== (until !== null)) {
			isCounting = until !== null;
			onCountdown(until);
		}
	};
	const rest = (): void => {
		timer?.cancel();
		timer = null;
	};
	/** Call this whenever `dueAt` may have changed. */
	const watch = (): void => {
		rest();
		const due = dueAt();
		if (due === null) {
			return count(null);
		}
		const leftMs = Math.max(0, due - clock.elapsed());
		const isSoon = leftMs <= countdownMs;
		count(isSoon ? clock.now() + leftMs : null);
		timer = isSoon ? clock.after(leftMs, expire) : clock.after(leftMs - countdownMs, watch);
	};
	const expire = (): void => {
		const due = dueAt();
		if (due !== null && clock.elapsed() < due) {
			watch();
		} else {
			onDue();
		}
	};
	return {
		watch,
		rest,
		isCounting: () => isCounting,
		/**
		 * Ends the countdown without calling `onCountdown`: the report of the new holder, which
		 * follows, implies that it has ended.
		 */
		forget() {
			rest();
			isCounting = false;
		},
	};
}
