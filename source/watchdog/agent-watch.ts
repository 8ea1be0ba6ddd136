import type {Signal, SignalKind} from '../events/signal.ts';
import type {Clock} from '../platform/clock.ts';
import {signalOfLine} from './launched-agent.ts';

export type GuestWatch = {
	/** Takes the proxy's signals about the launched agent's requests and their answers. */
	readonly take: (signal: Signal) => void;
	/** Call this when the launched agent has ended. */
	readonly ended: (end: {readonly exitCode: number | null; readonly signal: string | null}) => void;
	readonly close: () => void;
};

export type GuestWatchPorts = {
	readonly clock: Clock;
	/** Returns the memory of the launched agent and its descendants; null if it can't be read. */
	readonly memoryMb: () => number | null;
	/** Returns the lines that the launched agent wrote to stderr since the last call. */
	readonly newLines: () => readonly string[];
	/** Returns the memory limit. Called at each check, since the settings may change. */
	readonly memoryMbMax: () => number;
	readonly onSignal: (signal: Signal) => void;
};

const lookEveryMs = 5000;
const silenceMsMax = 300_000;

/**
 * Watches an agent of another vendor (a guest) that was launched in a terminal: its memory, stderr,
 * requests and exit.
 */
export function createGuestWatch(ports: GuestWatchPorts): GuestWatch {
	const {clock, onSignal} = ports;
	/** Unanswered requests, with the time at which each began. */
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

/** The exit code after Ctrl+C, as shells report it. */
const interruptedCode = 130;

const answered: ReadonlySet<SignalKind> = new Set([
	'request.first-byte',
	'request.ended',
	'request.failed',
	'client.left',
]);
