import type {Clock, Timer} from '../platform/clock.ts';
import type {Owner} from './transport.ts';

/**
 * Whose keys reach a program. The user takes the keyboard and gives it back; while a call of the
 * model waits for it, a user who has not typed for a while loses it, because nobody else would
 * ever end that wait. Where nothing waits the user keeps it for as long as it is wanted.
 */
export type Keyboard = {
	readonly holder: () => Owner;
	readonly give: (to: Owner) => void;
	/** The user has pressed a key. */
	readonly used: () => void;
	/** The model would type: the user is told so, once. */
	readonly want: () => void;
	/** A call waits until it may type; the answer ends that. */
	readonly await: () => () => void;
	readonly stop: () => void;
};

export type KeyboardPorts = {
	readonly clock: Clock;
	readonly owner: Owner;
	readonly onGiven: (to: Owner) => void;
	readonly onWanted: () => void;
	/** When it will go back to the model by itself; null: not any more. */
	readonly onCountdown: (until: number | null) => void;
	/** It went back to the model by itself. */
	readonly onIdle: () => void;
};

/** So long the user must not have typed, and must have been able to see that the model waits. */
export const keyboardIdleMs = 30_000;

/** So long before, it is announced; any key ends the countdown. */
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
