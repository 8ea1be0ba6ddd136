import type {TerminalRecord} from '../../state/state.ts';
import {clusters} from '../../text/width.ts';
import {withoutLast} from '../../text/without-last.ts';
import type {FocusContext} from '../actions/action.ts';
import type {InputTools} from '../input/input-tools.ts';
import {selectedTerminal} from './selected.ts';

/**
 * The context for a secret that a program asks for. The text goes to that program and nowhere else:
 * not into the UI state, which knows only its length, nor into an event, a log or the model.
 */
export const secretContext: FocusContext = {
	name: 'secret',
	keys: 'secret',
	takesEverything: true,
	holds: ({ui}) => ui().mode === 'secret',
	type(tools, key) {
		if (key.text !== '' && !key.ctrl && !key.alt) {
			write(tools, typedSecret(tools) + key.text);
		}
	},
	// A copied password often ends in a line break that is not part of it.
	paste: (tools, text) => write(tools, typedSecret(tools) + text.replace(/\n+$/, '')),
};

function typedSecret({secret, ui}: InputTools): string {
	return secret.read(ui().secretFor ?? '');
}

function write({secret, ui, change}: InputTools, text: string): void {
	secret.write(ui().secretFor ?? '', text);
	change({hiddenLength: clusters(text).length});
}

/** Types the secret into the program that asked for it. */
export function sendSecret(tools: InputTools): void {
	const terminal = stillAsking(tools);
	if (terminal) {
		const bytes = `${typedSecret(tools)}\r`;
		tools.perform({type: 'type-into', terminal: terminal.id, bytes});
	} else {
		tools.flash('That program does not hide its input: nothing was typed.');
	}
	leaveSecret(tools);
}

export function leaveSecret(tools: InputTools): void {
	write(tools, '');
	tools.change({mode: 'compose', secretFor: null});
	tools.perform({type: 'focus', pane: tools.ui().returnTo});
}

export function shortenSecret(tools: InputTools): void {
	write(tools, withoutLast(typedSecret(tools)));
}

export function clearSecret(tools: InputTools): void {
	write(tools, '');
}

/**
 * The terminal for which the secret was typed, if it still asks; else null. No other terminal must
 * get it.
 */
function stillAsking({store, ui}: InputTools): TerminalRecord | null {
	const terminal = store.state().terminals.find(({id}) => id === ui().secretFor);
	return terminal?.waiting === 'password' ? terminal : null;
}

/** A terminal whose program hides its input: the selected one if it does, else any other. */
function askingTerminal({store, ui}: Pick<InputTools, 'store' | 'ui'>): TerminalRecord | null {
	const state = store.state();
	const shown = selectedTerminal(state, ui());
	return shown?.waiting === 'password'
		? shown
		: (state.terminals.find(terminal => terminal.waiting === 'password') ?? null);
}

/** Opens the masked prompt, if a program hides its input. */
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
		// No program asks yet. But a person who is only a moment early types a password now, so don't
		// show it in the composer.
		tools.flash('No program hides its input yet. What you type now is not shown; Esc goes back.');
	}
	const {focus} = tools.ui();
	clearSecret(tools);
	tools.perform({type: 'select-terminal', terminal: terminal.id});
	tools.perform({type: 'focus', pane: 'terminal'});
	tools.change({mode: 'secret', hiddenLength: 0, returnTo: focus, secretFor: terminal.id});
}
