import type {Clock, Timer} from '../platform/clock.ts';
import type {Owner} from './transport.ts';

/**
 * Tracks who types into a program. The user takes the keyboard and gives it back. If a call of the
 * model waits for it and the user has not typed for a while, the model gets it, since that wait
 * might never end otherwise. If no call waits, the user keeps it.
 */
export type Keyboard = {
	readonly holder: () => Owner;
	readonly give: (to: Owner) => void;
	/** Call this when the user has pressed a key. */
	readonly used: () => void;
	/** Call this when the model wants to type: the user is told once. */
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
	/** Tells when the model will get the keyboard automatically; null cancels the countdown. */
	readonly onCountdown: (until: number | null) => void;
	/** Called when the keyboard went to the model automatically. */
	readonly onIdle: () => void;
};

/**
 * The user must have typed nothing for this long, and must have been told for as long that the
 * model waits.
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
	/** When the model will get the keyboard; null if it will not. */
	readonly dueAt: () => number | null;
	readonly onDue: () => void;
};

/** Waits for the moment at which the model gets the keyboard, and counts down before it. */
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
		 * Ends the countdown without a notice: whoever learns of the new holder knows that it is over.
		 */
		forget() {
			rest();
			isCounting = false;
		},
	};
}
