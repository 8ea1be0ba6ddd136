import {forSidePanes, type Pane, type SidePane, sideOf, sidePanes} from './panes/panes.ts';
import {frameOf, placeChat} from './place-chat.ts';

/** A rectangle in cells. The top left cell of the screen is 0, 0. */
export type Rect = {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
};

export type LayoutInput = {
	readonly columns: number;
	readonly rows: number;
	readonly focus: Pane;
	readonly zoomed: boolean;
	/** Panes beside the chat that should be shown. The focused pane is shown in any case. */
	readonly sides: readonly SidePane[];
	/** Panes beside the chat that take only one line while they don't have the focus. */
	readonly folded: readonly SidePane[];
	/**
	 * The share of the screen for the panes beside or below the chat; null if the person has not
	 * moved the border.
	 */
	readonly share: number | null;
	/** How many rows the composer and the card want. They may get fewer. */
	readonly composerRows: number;
	readonly cardRows: number;
};

/** The rectangle of a pane with its border, and the one inside the border. */
export type PaneRects = {readonly outer: Rect; readonly inner: Rect};

export type Layout =
	| {readonly type: 'too-small'; readonly screen: Rect}
	| ({
			readonly type: 'panes';
			readonly shape: 'wide' | 'stacked' | 'single';
			readonly chat: ChatFrames | null;
			readonly status: Rect;
			/** The lines of the folded panes. */
			readonly lines: Readonly<Record<SidePane, Rect | null>>;
			/** Panes that should be shown but don't fit. The status line names them. */
			readonly hidden: readonly Pane[];
	  } & Readonly<Record<SidePane, PaneRects | null>>);

/** The parts of the chat from top to bottom. The card draws its own border. */
export type ChatFrames = {
	readonly transcript: PaneRects;
	readonly card: Rect | null;
	readonly composer: PaneRects;
};

export const screenColumnsMin = 40;
export const screenRowsMin = 10;
export const wideColumnsMin = 120;
export const stackedColumnsMin = 80;
export const stackedRowsMin = 30;

/** A pane beside the chat with fewer rows would show nothing useful. */
export const paneRowsMin = 6;
export const paneColumnsMin = 34;

/** The fewest rows of the chat if a pane is below it: enough for the composer and some text. */
const chatRowsMin = 10;

/**
 * Classes of screen sizes in which panes are arranged alike. The border has a position of its own
 * in each class.
 */
export type SizeClass = 'wide' | 'wider' | 'stacked';

/**
 * For each class, the share of the screen that the person gave to the panes beside or below the
 * chat.
 */
export type Shares = Readonly<Partial<Record<SizeClass, number>>>;

const widerColumnsMin = 160;

/** The class of a screen size; null for screens that show only one pane at a time. */
export function sizeClassOf({columns, rows}: {columns: number; rows: number}): SizeClass | null {
	if (columns >= wideColumnsMin) {
		return columns >= widerColumnsMin ? 'wider' : 'wide';
	}
	return columns >= stackedColumnsMin && rows >= stackedRowsMin ? 'stacked' : null;
}

/** Computes rectangles that cover the screen exactly. */
export function layOut(input: LayoutInput): Layout {
	const {columns, rows} = input;
	if (columns < screenColumnsMin || rows < screenRowsMin) {
		return {type: 'too-small', screen: {x: 0, y: 0, width: columns, height: rows}};
	}
	const status = {x: 0, y: rows - 1, width: columns, height: 1};
	const room = {x: 0, y: 0, width: columns, height: rows - 1};
	const {shape, rects, lines, named} = placePanes(input, room);
	const chat = rects.get('chat');
	return {
		...forSidePanes((_, pane) => {
			const rect = rects.get(pane);
			return rect ? frameOf(rect) : null;
		}),
		type: 'panes',
		shape,
		chat: chat ? placeChat(chat, input) : null,
		status,
		lines: forSidePanes((_, pane) => lines.get(pane) ?? null),
		hidden: (['chat', ...named] as const).filter(pane => !rects.has(pane)),
	};
}

/** The pane at a cell of the screen; null for the status line and the docked card. */
export function paneAt(layout: Layout, cell: Cell): Pane | null {
	if (layout.type !== 'panes') {
		return null;
	}
	const {chat} = layout;
	if (chat && [chat.transcript, chat.composer].some(({outer}) => isInside(outer, cell))) {
		return 'chat';
	}
	const placeOf = (pane: SidePane) => layout[pane]?.outer ?? layout.lines[pane];
	return sidePanes.find(pane => isInside(placeOf(pane) ?? nowhere, cell)) ?? null;
}

const nowhere: Rect = {x: 0, y: 0, width: 0, height: 0};

type Cell = {readonly x: number; readonly y: number};

export function isInside(rect: Rect, {x, y}: Cell): boolean {
	return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}

type Places = {
	readonly shape: 'wide' | 'stacked' | 'single';
	readonly rects: ReadonlyMap<Pane, Rect>;
	readonly lines: ReadonlyMap<SidePane, Rect>;
	/** Panes that don't fit, so that the status line names them. */
	readonly named: readonly SidePane[];
};

function placePanes(input: LayoutInput, room: Rect): Places {
	const {columns, rows, focus, zoomed} = input;
	if (!zoomed && columns >= wideColumnsMin) {
		return placeWide(input, room);
	}
	if (!zoomed && columns >= stackedColumnsMin && rows >= stackedRowsMin) {
		return placeStacked(input, room);
	}
	return {
		shape: 'single',
		rects: new Map([[focus, room]]),
		lines: new Map(),
		named: input.sides,
	};
}

/** Places the chat above, and below it one other pane or the lines of folded panes. */
function placeStacked(input: LayoutInput, room: Rect): Places {
	const below = belowChat(input);
	if (below) {
		const most = room.height - chatRowsMin;
		const wanted = Math.round(room.height * (input.share ?? 0.4));
		const [top, bottom] = splitRows(room, Math.max(paneRowsMin, Math.min(most, wanted)));
		return {
			shape: 'stacked',
			rects: new Map<Pane, Rect>([
				['chat', top],
				[below, bottom],
			]),
			lines: new Map(),
			named: input.sides,
		};
	}
	const alone = placeAlone(input, room);
	return {...alone, named: input.sides.filter(pane => !alone.lines.has(pane))};
}

function belowChat({focus, sides, folded}: LayoutInput): SidePane | null {
	const wanted = sides.find(pane => sideOf(pane).isBelowChat && !folded.includes(pane));
	return focus === 'chat' ? (wanted ?? null) : focus;
}

/** Gives the chat the whole screen except the lines of folded panes at the bottom. */
function placeAlone({sides, folded}: LayoutInput, room: Rect): Places {
	const [above, lines] = cutLines(
		room,
		sides.filter(pane => folded.includes(pane) && sideOf(pane).hasLineAlone),
	);
	return {shape: 'single', rects: new Map([['chat', above]]), lines, named: []};
}

/** Places the chat on the left, and on the right a column with as many other panes as fit. */
function placeWide(input: LayoutInput, room: Rect): Places {
	const {columns, focus} = input;
	const isOpen = (pane: SidePane) => pane === focus || !input.folded.includes(pane);
	const wanted = sidePanes.filter(pane => input.sides.includes(pane) || pane === focus);
	const open = wanted.filter(isOpen);
	if (open.length === 0) {
		return placeAlone(input, room);
	}
	const widths = open.map(pane => sideOf(pane).columns(columns, pane === focus));
	const chosen = input.share === null ? null : Math.round(columns * input.share);
	const width = chosen === null ? Math.max(...widths) : Math.min(columns - paneColumnsMin, chosen);
	const [chat, column] = splitColumns(room, Math.max(paneColumnsMin, width));
	const [above, lines] = cutLines(
		column,
		wanted.filter(pane => !isOpen(pane)),
	);
	const shown = thatFit(open, {focus, rows: above.height});
	return {
		shape: 'wide',
		rects: new Map<Pane, Rect>([['chat', chat], ...stack(above, shown)]),
		lines,
		named: open,
	};
}

/** Cuts one line for each folded pane off the bottom of a rectangle. */
function cutLines(
	column: Rect,
	folded: readonly SidePane[],
): readonly [Rect, ReadonlyMap<SidePane, Rect>] {
	const [above, foot] = splitRows(column, folded.length);
	const lines = folded.map(
		(pane, index) => [pane, {...foot, y: foot.y + index, height: 1}] as const,
	);
	return [above, new Map(lines)];
}

/** Rows that remain spare in a column. If fewer were left, one pane less is shown. */
const columnRowsSpare = 4;

/** The panes that fit into the column: the focused one, then others in their order. */
function thatFit(
	sides: readonly SidePane[],
	{focus, rows}: {focus: Pane; rows: number},
): readonly SidePane[] {
	const most = Math.max(1, Math.floor((rows - columnRowsSpare) / paneRowsMin));
	const first = sides.toSorted((one, other) => Number(other === focus) - Number(one === focus));
	const kept = new Set(first.slice(0, most));
	return sides.filter(pane => kept.has(pane));
}

/**
 * Places panes one below the other. From the bottom up, each takes the rows that it wants from
 * those above it.
 */
function stack(column: Rect, shown: readonly SidePane[]): readonly (readonly [Pane, Rect])[] {
	const [pane, ...above] = shown.toReversed();
	if (!pane) {
		return [];
	}
	if (above.length === 0) {
		return [[pane, column]];
	}
	const wanted = sideOf(pane).rows(column.height);
	const most = column.height - above.length * paneRowsMin;
	const [upper, lower] = splitRows(column, Math.min(most, Math.max(paneRowsMin, wanted)));
	return [...stack(upper, above.toReversed()), [pane, lower]];
}

function splitColumns(room: Rect, rightColumns: number): readonly [Rect, Rect] {
	const left = room.width - rightColumns;
	return [
		{...room, width: left},
		{...room, x: room.x + left, width: rightColumns},
	];
}

function splitRows(room: Rect, lowerRows: number): readonly [Rect, Rect] {
	const upper = room.height - lowerRows;
	return [
		{...room, height: upper},
		{...room, y: room.y + upper, height: lowerRows},
	];
}
