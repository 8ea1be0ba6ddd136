import type {Child} from '../platform/child.ts';
import type {SupervisorPorts} from './supervisor.ts';
import type {SupervisorState} from './supervisor-state.ts';

/** How long the next process may take until it is ready to listen. */
const prepareTimeoutMs = 15_000;
const giveTimeoutMs = 3000;

/**
 * Replaces the proxy process without refusing or cutting any request. The next process starts while
 * the present one still answers. When it is prepared, it is passed the listening socket, so that
 * both have it until the next one listens. Then the old one closes the socket, and ends after its
 * last open stream.
 */
export function replace(
	ports: SupervisorPorts,
	state: SupervisorState,
	follow: (ports: SupervisorPorts, state: SupervisorState, child: Child) => void,
): void {
	const {clock, spawn} = ports;
	if (state.next) {
		return;
	}
	const {port, token} = state.address ?? {port: null, token: null};
	const next = spawn({port, token, takesOver: true});
	const {child} = state;
	state.next = next;
	state.replacing = clock.after(prepareTimeoutMs, () => next.signal('SIGKILL'));
	follow(ports, state, next);
	child?.onPassed((_, socket) => {
		if (state.next === next) {
			next.pass('take', socket);
		} else {
			socket?.close();
		}
	});
}

/** The next process is ready to listen: asks the present one for the listening socket. */
export function askForPort({clock}: SupervisorPorts, state: SupervisorState): void {
	const {child, next} = state;
	state.replacing?.cancel();
	if (!child) {
		next?.pass('take');
		return;
	}
	child.pass('give');
	// A process that hangs does not pass its socket on. It is killed, and when it has ended, the port
	// is free.
	state.replacing = clock.after(giveTimeoutMs, () => child.signal('SIGKILL'));
}

/** The next process listens now, and the old one only ends its streams. */
export function adopt(state: SupervisorState): void {
	state.replacing?.cancel();
	state.replacing = null;
	if (state.child) {
		state.leaving.add(state.child);
		state.child.pass('release');
	}
	state.child = state.next;
	state.next = null;
	state.restarts += 1;
}

/** The next process ended too early: the present one continues, if it can. */
export function giveUpReplacing(state: SupervisorState): void {
	state.replacing?.cancel();
	state.replacing = null;
	state.next = null;
}
