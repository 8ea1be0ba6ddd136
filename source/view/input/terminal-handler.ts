import type {Input, MouseMove} from '../../keys/key.ts';
import {bytesForPane} from '../../keys/pane-bytes.ts';
import type {Rect} from '../layout.ts';
import {selectedTerminal} from '../terminal/selected.ts';
import {placeTerminals} from '../terminal/split.ts';
import type {InputTools, KeyHandler} from './key-handler.ts';

/**
 * The user has a terminal's keyboard: every key goes there in the form that its program expects, as
 * do the mouse and focus events that it asked for. Only the leader is kept.
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

/** The mouse event relative to the terminal's first cell; null if it is outside. */
function insideSelected({store, ui, layout}: InputTools, move: MouseMove): MouseMove | null {
	const placed = placeTerminals(store.state(), ui(), layout()).find(({isSelected}) => isSelected);
	return placed && isInside(placed.frame.inner, move)
		? {...move, x: move.x - placed.frame.inner.x, y: move.y - placed.frame.inner.y}
		: null;
}

function isInside(rect: Rect, {x, y}: {x: number; y: number}): boolean {
	return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}
