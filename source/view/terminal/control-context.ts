import type {Input, MouseMove} from '../../keys/key.ts';
import {bytesForPane} from '../../keys/pane-bytes.ts';
import type {FocusContext} from '../actions/action.ts';
import type {InputTools} from '../input/input-tools.ts';
import {heldTerminal} from '../input/keyboard-loss.ts';
import type {Rect} from '../layout.ts';
import {selectedTerminal} from './selected.ts';
import {placeTerminals, terminalFrame} from './split.ts';

/**
 * The context in which the user types into a terminal's program. Every key but the leader key goes
 * there, in the form that the program expects; so do events of the mouse and the focus that it has
 * asked for.
 */
export const controlContext: FocusContext = {
	name: 'control',
	keys: 'control',
	takesEverything: true,
	holds: ({ui, store}) => heldTerminal(store.state(), ui()) !== null,
	type: send,
	paste: (tools, text, raw) => send(tools, {type: 'paste', text, raw}),
	point(tools, input) {
		const within = input.type === 'focus' ? input : insideSelected(tools, input);
		return within !== null && send(tools, within);
	},
};

function send(tools: InputTools, input: Input): boolean {
	const terminal = selectedTerminal(tools.store.state(), tools.ui());
	const bytes = terminal ? bytesForPane(input, tools.frame(terminal.id)?.modes) : '';
	if (terminal && bytes !== '') {
		tools.perform({type: 'type-into', terminal: terminal.id, bytes});
	}
	return bytes !== '';
}

/** The mouse event with positions relative to the terminal's first cell; null if it is outside. */
function insideSelected({store, ui, layout}: InputTools, move: MouseMove): MouseMove | null {
	const placed = placeTerminals(store.state(), ui(), terminalFrame(layout())).find(
		({isSelected}) => isSelected,
	);
	return placed && isInside(placed.frame.inner, move)
		? {...move, x: move.x - placed.frame.inner.x, y: move.y - placed.frame.inner.y}
		: null;
}

function isInside(rect: Rect, {x, y}: {x: number; y: number}): boolean {
	return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}
