import type {Signal, SignalKind} from '../events/signal.ts';
import type {Clock} from '../platform/clock.ts';
import {signalOfLine} from './guest.ts';

export type GuestWatch = {
	/** Signals of the proxy: what the guest asked for, and whether anything came. */
	readonly take: (signal: Signal) => void;
	/** How it ended. */
	readonly ended: (end: {readonly exitCode: number | null; readonly signal: string | null}) => void;
	readonly close: () => void;
};

export type GuestWatchPorts = {
	readonly clock: Clock;
	/** Of it and everything that it has started; null when that is not known here. */
	readonly memoryMb: () => number | null;
	/** What it wrote on its stderr since the last look. */
	readonly newLines: () => readonly string[];
	/** Read anew at each look. */
	readonly memoryMbMax: () => number;
	readonly onSignal: (signal: Signal) => void;
};

const lookEveryMs = 5000;
const silenceMsMax = 300_000;

/** Watches over a program that is not ours: its memory, its stderr, its requests, its end. */
export function createGuestWatch(ports: GuestWatchPorts): GuestWatch {
	const {clock, onSignal} = ports;
	/** Requests without any answer yet, by when they began. */
	const waiting = new Map<string, number>();
	let wasHigh = false;
	const tell = (kind: SignalKind, more: Partial<Signal> = {}) =>
		onSignal({kind, at: clock.now(), ...more});
	const readLines = () => {
		for (const line of ports.newLines()) {
			const kind = signalOfLine(line);
			if (kind) {
				tell(kind);
			}
		}
	};
	const look = () => {
		readLines();
		const memory = ports.memoryMb();
		const limit = ports.memoryMbMax();
		const isHigh = memory !== null && memory > limit;
		if (isHigh && !wasHigh) {
			tell('guest.memory-high', {note: `${Math.round(memory)} MB of ${limit}`});
		}
		wasHigh = isHigh;
		for (const [request, since] of waiting) {
			if (clock.elapsed() - since > silenceMsMax) {
				waiting.delete(request);
				tell('guest.stalled');
			}
		}
	};
	const timer = clock.every(lookEveryMs, look);
	return {
		take({kind, request}) {
			if (request === undefined) {
				return;
			}
			if (kind === 'request.started') {
				waiting.set(request, clock.elapsed());
			} else if (answered.has(kind)) {
				waiting.delete(request);
			}
		},
		ended({exitCode, signal}) {
			readLines();
			timer.cancel();
			const isByHand = signal === 'SIGINT' || exitCode === interruptedCode;
			if (exitCode !== 0 && !isByHand) {
				tell('guest.gone', {code: signal ?? exitCode ?? 'unknown'});
			}
		},
		close: () => timer.cancel(),
	};
}

/** What a shell makes of Ctrl+C. */
const interruptedCode = 130;

const answered: ReadonlySet<SignalKind> = new Set([
	'request.first-byte',
	'request.ended',
	'request.failed',
	'client.left',
]);
