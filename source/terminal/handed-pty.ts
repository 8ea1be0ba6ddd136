import type {Clock, Timer} from '../platform/clock.ts';
import {isProcessAlive} from '../platform/process-identity.ts';
import type {LoadedPty} from './native-pty.ts';
import {openPty, type PtyPorts, type PtyProcess} from './pty-process.ts';
import type {Exit, HandedPty} from './transport.ts';

/**
 * Takes over the terminal of a program that another process of ours has started. Nothing is read
 * before `begin`. The program is no child of this process, so the system does not report its end:
 * we check whether its process still exists.
 */
export type AdoptedPty = {
	readonly pty: PtyProcess;
	readonly begin: (exit: Exit | null) => void;
};

/** How often to check whether the program of a terminal that was taken over has ended. */
const lookMs = 200;

export function adoptPty(loaded: LoadedPty, handed: HandedPty, ports: PtyPorts): AdoptedPty {
	const {descriptor: fd, pid, name, input} = handed;
	const opened = openPty(loaded, {fd, pid, pty: name, isOwnChild: false}, ports);
	const {pty, exited} = opened;
	return {
		pty,
		begin(exit) {
			opened.begin();
			if (exit) {
				exited(exit);
				return;
			}
			pty.write(Buffer.from(input, 'base64'));
			watchEnd(handed, {clock: ports.clock, pty, exited});
		},
	};
}

function watchEnd(
	{pid, start}: HandedPty,
	{clock, pty, exited}: {clock: Clock; pty: PtyProcess; exited: (exit: Exit) => void},
): void {
	// Elsewhere than on Linux, each question for a process's start time would start a program.
	const known = process.platform === 'linux' ? start : null;
	const timer: Timer = clock.every(lookMs, () => {
		if (pty.isClosed()) {
			timer.cancel();
		}
		if (!isProcessAlive({pid, start: known})) {
			timer.cancel();
			exited({exitCode: null, signal: null, unseen: true});
		}
	});
}
