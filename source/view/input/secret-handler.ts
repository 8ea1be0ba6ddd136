import type {TerminalRecord} from '../../state/state.ts';
import {clusters} from '../../text/width.ts';
import {selectedTerminal} from '../terminal/selected.ts';
import type {InputTools, KeyHandler} from './key-handler.ts';

/**
 * The secret lane: what is typed here goes to the program that hides its input and nowhere else.
 * It never enters the screen's state, which knows only its length, nor an event, a log or the model.
 */
export function createSecretHandler(tools: InputTools): KeyHandler {
	let secret = '';
	const write = (text: string) => {
		secret = text;
		tools.change({hiddenLength: clusters(text).length});
	};
	const leave = () => {
		write('');
		tools.change({mode: 'compose', secretFor: null});
		tools.perform({type: 'focus', pane: tools.ui().returnTo});
	};
	return {
		takesEverything: true,
		contexts: () => ['secret'],
		act(action) {
			switch (action) {
				case 'choose': {
					const terminal = stillAsking(tools);
					if (terminal) {
						tools.perform({type: 'type-into', terminal: terminal.id, bytes: `${secret}\r`});
					} else {
						tools.flash('That program does not hide its input: nothing was typed.');
					}
					leave();
					return true;
				}
				case 'cancel':
					leave();
					return true;
				case 'delete-left':
					write(withoutLast(secret));
					return true;
				case 'delete-to-start':
					write('');
					return true;
				default:
					return false;
			}
		},
		type(key) {
			if (key.text !== '' && !key.ctrl && !key.alt) {
				write(secret + key.text);
			}
		},
		// A copied password often ends in a line break that isn't part of it.
		paste: text => write(secret + text.replace(/\n+$/, '')),
	};
}

/**
 * Returns the terminal that the secret was typed for, if it still asks: another one must not get
 * it.
 */
function stillAsking({store, ui}: InputTools): TerminalRecord | null {
	const terminal = store.state().terminals.find(({id}) => id === ui().secretFor);
	return terminal?.waiting === 'password' ? terminal : null;
}

/** The terminal that hides what is typed: the one shown, else any. */
export function askingTerminal({
	store,
	ui,
}: Pick<InputTools, 'store' | 'ui'>): TerminalRecord | null {
	const state = store.state();
	const shown = selectedTerminal(state, ui());
	return shown?.waiting === 'password'
		? shown
		: (state.terminals.find(terminal => terminal.waiting === 'password') ?? null);
}

/** Opens the masked prompt if a program hides its input. */
export function beginSecret(tools: InputTools): void {
	const state = tools.store.state();
	const asking = askingTerminal(tools);
	const shown = selectedTerminal(state, tools.ui());
	const isRunning = ({ended}: TerminalRecord) => ended === null;
	const terminal = asking ?? [...(shown ? [shown] : []), ...state.terminals].find(isRunning);
	if (!terminal) {
		tools.flash('No program runs that could hide its input.');
		return;
	}
	if (!asking) {
		// A person who is a moment early still types a password, which the composer must not show.
		tools.flash('No program hides its input yet. What you type now is not shown; Esc goes back.');
	}
	const {focus} = tools.ui();
	tools.perform({type: 'select-terminal', terminal: terminal.id});
	tools.perform({type: 'focus', pane: 'terminal'});
	tools.change({mode: 'secret', hiddenLength: 0, returnTo: focus, secretFor: terminal.id});
}

export function withoutLast(text: string): string {
	return clusters(text)
		.slice(0, -1)
		.map(cluster => cluster.text)
		.join('');
}
