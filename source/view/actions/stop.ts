import {localHost} from '../../events/ids.ts';
import {showChord} from '../../keys/show-chord.ts';
import {runningCalls} from '../../state/select.ts';
import type {State, TerminalRecord} from '../../state/state.ts';
import type {InputTools} from '../input/input-tools.ts';
import {selectedTerminal} from '../terminal/selected.ts';
import {quitIfSure} from './quit.ts';

/** Stops the running turn; if none runs, quits when it is called a second time. */
export function interrupt(tools: InputTools): void {
	if (isStoppable(tools.store.state())) {
		stopTurn(tools);
	} else {
		quitIfSure(tools, 'Press Ctrl+C again to quit.');
	}
}

/** Whether a turn of the model runs, or a call of an MCP client. */
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
			...(still === '' ? [] : [`Still running${howToEnd(tools, running)}: ${still}`]),
		].join(' '),
		({terminals}) =>
			running.every(({id}) => terminals.some(one => one.id === id && one.ended === null)),
	);
}

/** Names the keys that end it, if a single program goes on and it is the one that they are about. */
function howToEnd({store, ui, keymap}: InputTools, running: readonly TerminalRecord[]): string {
	const chord = keymap.chordsOf('leader', 'close-terminal')[0];
	const isMeant = running.length === 1 && selectedTerminal(store.state(), ui()) === running[0];
	return isMeant && chord !== undefined
		? `, ${showChord(keymap.leader)} ${showChord(chord)} ends it`
		: '';
}

/**
 * Names the other machines that calls run on. They have to confirm that the call was stopped, which
 * the card shows later.
 */
function askedHosts(state: State): string {
	const hosts = runningCalls(state).map(({host}) => host);
	return [...new Set(hosts.filter(host => host !== localHost))].join(', ');
}

/**
 * The terminals that keep running: an interrupt ends only programs that `run_in_terminal` waits
 * for.
 */
function terminalsThatGoOn(state: State): readonly TerminalRecord[] {
	const ending = new Set(
		runningCalls(state)
			.filter(({tool}) => tool === 'run_in_terminal')
			.map(({terminal}) => terminal),
	);
	return state.terminals.filter(({id, ended}) => ended === null && !ending.has(id));
}

/** Returns the focus to the chat. If the chat has it already, stops the running turn. */
export function leaveOrStop(tools: InputTools): void {
	if (tools.ui().focus !== 'chat') {
		tools.perform({type: 'focus', pane: 'chat'});
	} else if (isStoppable(tools.store.state())) {
		stopTurn(tools);
	}
}
