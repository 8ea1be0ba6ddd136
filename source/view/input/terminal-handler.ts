import type {Input, MouseMove} from '../../keys/key.ts';
import {bytesForPane} from '../../keys/pane-bytes.ts';
import type {Rect} from '../layout.ts';
import {selectedTerminal} from '../terminal/selected.ts';
import {placeTerminals} from '../terminal/split.ts';
import type {InputTools, KeyHandler} from './key-handler.ts';

/**
 * The user holds the keyboard of a terminal: every key goes there as the program there wants it,
 * and so do the mouse and the window's focus where it asked for them. Only the leader comes back.
 */
export function createTerminalHandler(tools: InputTools): KeyHandler {
	const send = (input: Input): boolean => {
		const terminal = selectedTerminal(tools.store.state(), tools.ui());
		const bytes = terminal ? bytesForPane(input, tools.frame(terminal.id)?.modes) : '';
		if (terminal && bytes !== '') {
			tools.perform({type: 'type-into', terminal: terminal.id, bytes});
		}
		return bytes !== '';
	};
	return {
		takesEverything: true,
		contexts: () => ['control'],
		act: () => false,
		type: send,
		paste: (text, raw) => void send({type: 'paste', text, raw}),
		point(input) {
			if (input.type === 'focus') {
				return send(input);
			}
			const within = insideSelected(tools, input);
			return within !== null && send(within);
		},
	};
}

/** The same move, counted from the terminal's own first cell; null where it is elsewhere. */
function insideSelected({store, ui, layout}: InputTools, move: MouseMove): MouseMove | null {
	const placed = placeTerminals(store.state(), ui(), layout()).find(({isSelected}) => isSelected);
	return placed && isInside(placed.frame.inner, move)
		? {...move, x: move.x - placed.frame.inner.x, y: move.y - placed.frame.inner.y}
		: null;
}

function isInside(rect: Rect, {x, y}: {x: number; y: number}): boolean {
	return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}
