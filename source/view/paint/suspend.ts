import type {Clock} from '../../platform/clock.ts';
import type {Compositor} from './compositor.ts';
import type {TerminalModes} from './terminal-modes.ts';

export type SuspendPorts = {
	readonly process: Pick<NodeJS.Process, 'kill' | 'on' | 'off'>;
	readonly modes: Pick<TerminalModes, 'suspend' | 'resume'>;
	readonly compositor: Pick<Compositor, 'pause' | 'resume'>;
	readonly clock: Clock;
};

/**
 * Gives the terminal to other programs for a while: to the shell when we are suspended, or to an
 * editor.
 */
export type TerminalLoan = {
	/** Gives the terminal to another program during `action`, and draws everything afterwards. */
	readonly lend: <Value>(action: () => Promise<Value>) => Promise<Value>;
	/** Suspends the program until `fg`, as Ctrl+Z does in a shell. */
	readonly suspend: () => Promise<void>;
	readonly close: () => void;
};

/**
 * Makes suspending possible. Before we stop, the shell gets its terminal back; when we continue, we
 * set it up again. SIGSTOP can't be caught, so after that we only notice that we continue.
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
			// If no shell could continue us, the system ignores the stop. Then go on after a moment.
			const timer = clock.after(notStoppedMs, goOn);
			// Remove our listener, because only then the signal stops the process.
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
 * Stops the whole process group: the shell notices only if a parent such as `npm start` stops too.
 */
function stopJob({kill}: SuspendPorts['process']): void {
	kill(0, 'SIGTSTP');
}

const notStoppedMs = 200;
