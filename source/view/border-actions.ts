import type {MouseMove} from '../keys/key.ts';
import type {ActionTable} from './actions/action.ts';
import type {InputTools} from './input/input-tools.ts';
import {type Layout, type Rect, sizeClassOf} from './layout.ts';
import {sidePanes} from './panes/panes.ts';

/** Actions that move the border between the chat and the panes beside or below it. */
export const borderActions = {
	'less-chat': {
		words: 'Less room for the chat: its border moves left, or up',
		keys: {leader: ['left', 'up']},
		brief: {leader: 'less chat'},
		unless: unlessBorder,
		run: tools => moveBorder(tools, 1),
	},
	'more-chat': {
		words: 'More room for the chat: its border moves right, or down',
		keys: {leader: ['right', 'down']},
		brief: {leader: 'more chat'},
		unless: unlessBorder,
		run: tools => moveBorder(tools, -1),
	},
	'border-back': {
		words: 'The border of the chat where it was at first',
		keys: {leader: ['=']},
		brief: {leader: 'border back'},
		unless: unlessBorder,
		run: tools => setShare(tools, undefined),
	},
} as const satisfies ActionTable;

const stepColumns = 8;
const stepRows = 3;
/**
 * The smallest share of the screen that is stored. The layout itself enforces the least size of
 * both sides.
 */
const shareMin = 0.1;

/** The first pane beside or below the chat; null if a single pane fills the screen. */
function besideChat(layout: Layout): {readonly rect: Rect; readonly isBelow: boolean} | null {
	if (layout.type !== 'panes' || layout.shape === 'single') {
		return null;
	}
	const rect = sidePanes.flatMap(pane => layout[pane]?.outer ?? [])[0];
	return rect ? {rect, isBelow: layout.shape === 'stacked'} : null;
}

function unlessBorder({layout}: InputTools): string | null {
	return besideChat(layout()) ? null : 'Nothing stands beside the chat.';
}

function moveBorder(tools: InputTools, by: 1 | -1): void {
	const beside = besideChat(tools.layout());
	const {columns, rows} = tools.look();
	if (beside) {
		const {rect, isBelow} = beside;
		setShare(
			tools,
			isBelow
				? (rect.height + by * stepRows) / (rows - 1)
				: (rect.width + by * stepColumns) / columns,
		);
	}
}

function setShare({ui, change, look}: InputTools, share: number | undefined): void {
	const size = sizeClassOf(look());
	if (size === null) {
		return;
	}
	const {[size]: _, ...others} = ui().shares;
	const kept = share && Math.min(1 - shareMin, Math.max(shareMin, share));
	change({shares: kept === undefined ? others : {...others, [size]: kept}});
}

/**
 * Lets the mouse drag the border. Returns true for an event that belongs to a drag, so that nothing
 * else handles it.
 */
export function createBorderDrag(tools: InputTools): (move: MouseMove) => boolean {
	let isHeld = false;
	return move => {
		const beside = besideChat(tools.layout());
		if (move.action === 'press' && move.button === 'left') {
			isHeld = beside !== null && isOnBorder(beside, move);
			return isHeld;
		}
		const wasHeld = isHeld;
		isHeld &&= move.action === 'drag';
		if (isHeld && beside) {
			const {columns, rows} = tools.look();
			const share = beside.isBelow
				? (rows - 1 - move.y) / (rows - 1)
				: (columns - move.x) / columns;
			setShare(tools, share);
		}
		return wasHeld;
	};
}

/**
 * Whether the mouse is on the border: the last cells of the chat or the first cells of the other
 * pane.
 */
function isOnBorder(
	{rect, isBelow}: {readonly rect: Rect; readonly isBelow: boolean},
	{x, y}: MouseMove,
): boolean {
	return isBelow ? y === rect.y || y === rect.y - 1 : x === rect.x || x === rect.x - 1;
}
