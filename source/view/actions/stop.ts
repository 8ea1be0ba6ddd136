import {localHost} from '../../events/ids.ts';
import {runningCalls} from '../../state/select.ts';
import type {State, TerminalRecord} from '../../state/state.ts';
import type {InputTools} from '../input/input-tools.ts';
import {quitIfSure} from './quit.ts';

/** Stops what runs; if nothing does, quits at the second press. */
export function interrupt(tools: InputTools): void {
	if (isStoppable(tools.store.state())) {
		stopTurn(tools);
	} else {
		quitIfSure(tools, 'Press Ctrl+C again to quit.');
	}
}

/** Whether a turn runs, or a call of another agent. */
function isStoppable(state: State): boolean {
	return state.chat.turn !== null || runningCalls(state).length > 0;
}

/** Interrupts the turn, and says that programs in terminals keep running. */
function stopTurn(tools: InputTools): void {
	const state = tools.store.state();
	const asked = askedHosts(state);
	const running = terminalsThatGoOn(state);
	const still = running.map(terminal => terminal.title).join(', ');
	tools.perform({type: 'interrupt'});
	const queued = state.chat.queue.filter(({how}) => how === 'queue').length;
	tools.flash(
		[
			asked === '' ? 'Stopped.' : `Asked ${asked} to stop.`,
			...(queued > 0 ? [`${queued} queued: Enter sends, Alt+Up takes back.`] : []),
			...(still === '' ? [] : [`Still running: ${still}`]),
		].join(' '),
		({terminals}) =>
			running.every(({id}) => terminals.some(one => one.id === id && one.ended === null)),
	);
}

/** Another machine has to confirm that it has stopped something; the call's card says so. */
function askedHosts(state: State): string {
	const hosts = runningCalls(state).map(({host}) => host);
	return [...new Set(hosts.filter(host => host !== localHost))].join(', ');
}

/** An interrupt ends the command of a `run_in_terminal`; what runs in other terminals goes on. */
function terminalsThatGoOn(state: State): readonly TerminalRecord[] {
	const ending = new Set(
		runningCalls(state)
			.filter(({tool}) => tool === 'run_in_terminal')
			.map(({terminal}) => terminal),
	);
	return state.terminals.filter(({id, ended}) => ended === null && !ending.has(id));
}

/** Back to the chat; in the chat, it stops what runs. */
export function leaveOrStop(tools: InputTools): void {
	if (tools.ui().focus !== 'chat') {
		tools.perform({type: 'focus', pane: 'chat'});
	} else if (isStoppable(tools.store.state())) {
		stopTurn(tools);
	}
}
