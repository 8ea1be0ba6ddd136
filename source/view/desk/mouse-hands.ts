import type {Pane} from '../../events/screen.ts';
import type {MouseMove} from '../../keys/key.ts';
import type {Rect} from '../layout.ts';
import type {DeskTools} from './hands.ts';

const wheelRows = 3;

/** The wheel scrolls what is under it, a click focuses. Off unless the user switched it on. */
export function createMouseHands(tools: DeskTools): (move: MouseMove) => void {
	return move => {
		const pane = paneAt(tools, move);
		if (move.action === 'wheel-up' || move.action === 'wheel-down') {
			if (pane === 'chat') {
				tools.browser.scrollRows(move.action === 'wheel-up' ? -wheelRows : wheelRows);
				tools.moved();
			}
		} else if (move.action === 'press' && move.button === 'left' && pane) {
			tools.wish({type: 'focus', pane});
		}
	};
}

function paneAt(tools: DeskTools, {x, y}: MouseMove): Pane | null {
	const layout = tools.layout();
	if (layout.type !== 'panes') {
		return null;
	}
	const {chat, terminal, monitor} = layout;
	const rects: readonly (readonly [Pane, Rect | undefined])[] = [
		['chat', chat?.transcript.outer],
		['chat', chat?.composer.outer],
		['terminal', terminal?.outer],
		['monitor', monitor?.outer],
	];
	return rects.find(([, rect]) => rect && isInside(rect, {x, y}))?.[0] ?? null;
}

function isInside(rect: Rect, {x, y}: {x: number; y: number}): boolean {
	return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}
