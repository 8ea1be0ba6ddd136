import type {Clock} from '../../platform/clock.ts';
import type {Compositor} from './compositor.ts';
import type {TerminalModes} from './terminal-modes.ts';

export type SuspendPorts = {
	readonly process: Pick<NodeJS.Process, 'kill' | 'pid' | 'once' | 'off'>;
	readonly modes: Pick<TerminalModes, 'suspend' | 'resume'>;
	readonly compositor: Pick<Compositor, 'pause' | 'resume'>;
	readonly clock: Clock;
};

/** Hands the terminal to another program, and draws everything anew when it comes back. */
export async function lendTerminal<Value>(
	{modes, compositor}: Pick<SuspendPorts, 'modes' | 'compositor'>,
	action: () => Promise<Value>,
): Promise<Value> {
	compositor.pause();
	modes.suspend();
	try {
		return await action();
	} finally {
		modes.resume();
		compositor.resume();
	}
}

/**
 * Stops the process as Ctrl+Z does in a shell, until `fg`. Where no shell is there to bring it
 * back, the system lets nobody stop, and everything goes on after a moment.
 */
export function suspendToShell(ports: SuspendPorts): Promise<void> {
	const {process, clock} = ports;
	return lendTerminal(
		ports,
		() =>
			new Promise(resolve => {
				const goOn = () => {
					timer.cancel();
					process.off('SIGCONT', goOn);
					resolve();
				};
				process.once('SIGCONT', goOn);
				const timer = clock.after(notStoppedMs, goOn);
				process.kill(process.pid, 'SIGTSTP');
			}),
	);
}

const notStoppedMs = 200;
