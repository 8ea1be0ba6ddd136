import type {Child} from '../platform/child.ts';
import type {SupervisorPorts} from './supervisor.ts';
import type {SupervisorState} from './supervisor-state.ts';

/** How long the next process may take until it is ready for the listening socket. */
const prepareTimeoutMs = 15_000;
const giveTimeoutMs = 3000;

/**
 * Replaces the proxy process without refusing or cutting any request. The next process starts while
 * the present one still answers. When it is prepared, it gets the listening socket as well. Once it
 * listens, the old process closes the socket, and ends after its last open stream.
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

/** The next process is prepared: asks the present one to pass on the listening socket. */
export function askForPort({clock}: SupervisorPorts, state: SupervisorState): void {
	const {child, next} = state;
	state.replacing?.cancel();
	if (!child) {
		next?.pass('take');
		return;
	}
	child.pass('give');
	// A process that hangs does not pass on its socket. It is killed, which frees the port.
	state.replacing = clock.after(giveTimeoutMs, () => child.signal('SIGKILL'));
}

/** Call this when the next process listens. The old one now only finishes its streams. */
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

/** Call this when the next process has ended too early. The present one continues, if it can. */
export function giveUpReplacing(state: SupervisorState): void {
	state.replacing?.cancel();
	state.replacing = null;
	state.next = null;
}
