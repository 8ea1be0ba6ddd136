import type {Clock} from '../../platform/clock.ts';
import type {Compositor} from './compositor.ts';
import type {TerminalModes} from './terminal-modes.ts';

export type SuspendPorts = {
	readonly process: Pick<NodeJS.Process, 'kill' | 'on' | 'off'>;
	readonly modes: Pick<TerminalModes, 'suspend' | 'resume'>;
	readonly compositor: Pick<Compositor, 'pause' | 'resume'>;
	readonly clock: Clock;
};

/** Lends the terminal to others: to the shell while we are stopped, or to an editor. */
export type TerminalLoan = {
	/** Gives the terminal to another program during `action`, then redraws everything. */
	readonly lend: <Value>(action: () => Promise<Value>) => Promise<Value>;
	/** Stops the program as Ctrl+Z does in a shell, until `fg`. */
	readonly suspend: () => Promise<void>;
	readonly close: () => void;
};

/**
 * Before we stop, the shell gets its terminal back; when we continue, we take it again. SIGSTOP
 * can't be caught, so after it we only notice that we continue, and set the terminal up anew.
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
			// Without a shell that could continue us, the system ignores the stop.
			const timer = clock.after(notStoppedMs, goOn);
			// With no listener, the signal stops the process.
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

/**
 * Stops the whole process group: a parent like `npm start` must stop too before the shell notices.
 */
function stopJob({kill}: SuspendPorts['process']): void {
	kill(0, 'SIGTSTP');
}

const notStoppedMs = 200;
