import type {Clock} from '../../platform/clock.ts';
import type {Compositor} from './compositor.ts';
import type {TerminalModes} from './terminal-modes.ts';

export type SuspendPorts = {
	readonly process: Pick<NodeJS.Process, 'kill' | 'on' | 'off'>;
	readonly modes: Pick<TerminalModes, 'suspend' | 'resume'>;
	readonly compositor: Pick<Compositor, 'pause' | 'resume'>;
	readonly clock: Clock;
};

/** The terminal between us and others: the shell that stops and continues us, an editor. */
export type TerminalLoan = {
	/** KeyHandler the terminal to another program, and draws everything anew when it comes back. */
	readonly lend: <Value>(action: () => Promise<Value>) => Promise<Value>;
	/** Stops as Ctrl+Z does in a shell, until `fg`. */
	readonly suspend: () => Promise<void>;
	readonly close: () => void;
};

/**
 * Whoever stops us, the shell gets its terminal back before, and we take it again as soon as we go
 * on. Of a stop that can't be noticed (SIGSTOP) only the end is; the terminal is taken anew then.
 */
export function openTerminalLoan({process, modes, compositor, clock}: SuspendPorts): TerminalLoan {
	let borrowers = 0;
	const lend: TerminalLoan['lend'] = async action => {
		borrowers += 1;
		if (borrowers === 1) {
			compositor.pause();
			modes.suspend();
		}
		try {
			return await action();
		} finally {
			borrowers -= 1;
			if (borrowers === 0) {
				modes.resume();
				compositor.resume();
			}
		}
	};
	const stop = (): Promise<void> =>
		new Promise(resolve => {
			const goOn = () => {
				timer.cancel();
				process.off('SIGCONT', goOn);
				process.on('SIGTSTP', onStop);
				resolve();
			};
			process.on('SIGCONT', goOn);
			// Where no shell is there to bring us back, the system lets nobody stop.
			const timer = clock.after(notStoppedMs, goOn);
			// Without a listener the signal does what it is for.
			process.off('SIGTSTP', onStop);
			stopJob(process);
		});
	const suspend = () => lend(stop);
	const onStop = () => void suspend();
	const onContinued = () => {
		if (borrowers === 0) {
			void lend(async () => {});
		}
	};
	process.on('SIGTSTP', onStop);
	process.on('SIGCONT', onContinued);
	return {
		lend,
		suspend,
		close() {
			process.off('SIGTSTP', onStop);
			process.off('SIGCONT', onContinued);
		},
	};
}

/** `npm start` and its like wait for us: a shell hears of a stop only when all of its job stops. */
function stopJob({kill}: SuspendPorts['process']): void {
	kill(0, 'SIGTSTP');
}

const notStoppedMs = 200;
