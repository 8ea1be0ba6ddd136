import type {Clock, Timer} from '../platform/clock.ts';
import {isProcessAlive} from '../platform/process-identity.ts';
import type {LoadedPty} from './native-pty.ts';
import {openPty, type PtyPorts, type PtyProcess} from './pty-process.ts';
import type {Exit, HandedPty} from './transport.ts';

/**
 * A program that another process of ours had started, whose terminal this process takes over.
 * Nothing is read before `begin`. The program is no child of this process, so the system does not
 * tell how it ends: that it has ended is seen by its process.
 */
export type AdoptedPty = {
	readonly pty: PtyProcess;
	readonly begin: (exit: Exit | null) => void;
};

/** How soon the end of such a program is seen. */
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
	// Outside of Linux, asking for the start time of a process starts a program each time.
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
