import type {MouseMove} from '../../keys/key.ts';
import {isInside, paneAt} from '../layout.ts';
import {type Placed, placeTerminals, terminalFrame} from '../terminal/split.ts';
import {liveTerminal, scrollRows} from '../terminal/terminal-scroll.ts';
import type {InputTools} from './input-tools.ts';

const wheelRows = 3;

/**
 * Handles the mouse, if the user has switched it on: the wheel scrolls the pane under it, a click
 * focuses the pane.
 */
export function createMouseHandler(tools: InputTools): (move: MouseMove) => void {
	return move => {
		const pane = paneAt(tools.layout(), move);
		const terminal = pane === 'terminal' ? terminalAt(tools, move) : null;
		if (move.action === 'wheel-up' || move.action === 'wheel-down') {
			const rows = move.action === 'wheel-up' ? -wheelRows : wheelRows;
			if (pane === 'chat') {
				tools.browser.scrollRows(rows);
				tools.moved();
			} else if (terminal?.isSelected) {
				scrollRows(tools, rows);
			}
		} else if (move.action === 'press' && move.button === 'left' && pane) {
			tools.perform({type: 'focus', pane});
			if (terminal?.terminal && !terminal.isSelected) {
				tools.change({terminal: liveTerminal});
				tools.perform({type: 'select-terminal', terminal: terminal.terminal.id});
			}
		}
	};
}

function terminalAt({store, ui, layout}: InputTools, move: MouseMove): Placed | null {
	const placed = placeTerminals(store.state(), ui(), terminalFrame(layout()));
	return placed.find(({frame}) => isInside(frame.outer, move)) ?? null;
}
