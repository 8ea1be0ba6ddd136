import type {Event} from '../events/event.ts';
import {localHost, type TerminalId} from '../events/ids.ts';
import {hopOf} from '../state/hops.ts';
import type {Store} from '../state/store.ts';
import type {Terminals} from '../terminal/terminals.ts';
import type {EnginePorts} from './engine-ports.ts';

type Own = {
	readonly ports: EnginePorts;
	readonly store: Store;
	readonly append: (event: Event) => void;
	readonly terminals: Terminals;
};

/** `!command`: the user's own terminal on the current host, which the model does not see. */
export function openUserShell({ports, store, append, terminals}: Own, command: string): void {
	const program = {type: 'shell', command, login: false} as const;
	const state = store.state();
	const host = state.hops.current;
	const request = {
		program,
		cwd: host === localHost ? ports.cwd : (hopOf(state, host)?.place?.cwd ?? '~'),
		host,
		owner: 'user',
		title: command,
	} as const;
	void terminals.open(request).then(opened => {
		if (opened.ok) {
			giveKeyboard({store, append, terminal: opened.terminal.id});
		} else {
			append({type: 'notice.shown', level: 'error', text: opened.failure.message});
		}
	});
}

/**
 * A terminal of the user's has the keyboard from the start: what is typed next, perhaps a password,
 * must not go to the model. When its program ends, the composer has it again.
 */
export function giveKeyboard({
	store,
	append,
	terminal,
}: Pick<Own, 'store' | 'append'> & {terminal: TerminalId}): void {
	const giveBack = () => {
		const {screen} = store.state();
		if (screen.focus === 'terminal' && screen.terminal === terminal) {
			append({type: 'focus.moved', pane: 'chat'});
		}
	};
	append({type: 'focus.moved', pane: 'terminal'});
	if (store.state().terminals.find(one => one.id === terminal)?.ended) {
		giveBack();
		return;
	}
	const stop = store.onEvent(event => {
		const isGone = event.type === 'terminal.exited' || event.type === 'terminal.closed';
		if (isGone && event.terminal === terminal) {
			stop();
			giveBack();
		}
	});
}
