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
 * The user must not have typed for this long, and must have seen for as long that the model waits.
 */
export const keyboardIdleMs = 30_000;

/** The user is warned for this long before; any key cancels the countdown. */
export const countdownMs = 10_000;

export function createKeyboard(ports: KeyboardPorts): Keyboard {
	const {clock} = ports;
	let holder = ports.owner;
	let usedAt = clock.elapsed();
	let wantedAt: number | null = null;
	let waiters = 0;
	let isCounting = false;
	let timer: Timer | null = null;

	const count = (until: number | null): void => {
		if (isCounting !== (until !== null)) {
			isCounting = until !== null;
			ports.onCountdown(until);
		}
	};
	const rest = (): void => {
		timer?.cancel();
		timer = null;
	};
	const give = (to: Owner): void => {
		if (to !== holder) {
			holder = to;
			usedAt = clock.elapsed();
			wantedAt = null;
			rest();
			isCounting = false;
			ports.onGiven(to);
		}
	};
	const want = (): void => {
		if (holder === 'user' && wantedAt === null) {
			wantedAt = clock.elapsed();
			ports.onWanted();
		}
	};
	const watch = (): void => {
		rest();
		if (holder !== 'user' || waiters === 0 || wantedAt === null) {
			return count(null);
		}
		const leftMs = Math.max(0, idleAt(wantedAt) - clock.elapsed());
		const isSoon = leftMs <= countdownMs;
		count(isSoon ? clock.now() + leftMs : null);
		timer = isSoon ? clock.after(leftMs, expire) : clock.after(leftMs - countdownMs, watch);
	};
	const idleAt = (wanted: number): number => Math.max(usedAt, wanted) + keyboardIdleMs;
	const expire = (): void => {
		if (wantedAt !== null && clock.elapsed() < idleAt(wantedAt)) {
			watch();
		} else {
			give('model');
			ports.onIdle();
		}
	};
	return {
		holder: () => holder,
		give,
		used() {
			usedAt = clock.elapsed();
			if (isCounting) {
				watch();
			}
		},
		want,
		await() {
			want();
			waiters += 1;
			watch();
			return () => {
				waiters -= 1;
				watch();
			};
		},
		stop: rest,
	};
}
