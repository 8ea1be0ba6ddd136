import {forSidePanes, type Pane, type SidePane, sideOf, sidePanes} from './panes/panes.ts';
import {frameOf, placeChat} from './place-chat.ts';

/** Counted in cells from the top left of the screen. */
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
	/** The panes beside the chat that should be shown. The focused one is shown in any case. */
	readonly sides: readonly SidePane[];
	/** Side panes that take only one line until they have the focus. */
	readonly folded: readonly SidePane[];
	/**
	 * The share of the screen for the panes beside or below the chat, if the person moved the border.
	 */
	readonly share: number | null;
	/** How many rows the composer and a docked card want. They may get fewer. */
	readonly composerRows: number;
	readonly cardRows: number;
};

/** A pane with its border, and the space inside the border. */
export type PaneRects = {readonly outer: Rect; readonly inner: Rect};

export type Layout =
	| {readonly type: 'too-small'; readonly screen: Rect}
	| ({
			readonly type: 'panes';
			readonly shape: 'wide' | 'stacked' | 'single';
			readonly chat: ChatFrames | null;
			readonly status: Rect;
			/** The lines of folded panes. */
			readonly lines: Readonly<Record<SidePane, Rect | null>>;
			/** Panes that exist but don't fit; the status line names them. */
			readonly hidden: readonly Pane[];
	  } & Readonly<Record<SidePane, PaneRects | null>>);

/** From top to bottom: transcript, docked card without a border, composer. */
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

/** A side pane with fewer rows shows nothing useful. */
export const paneRowsMin = 6;
export const paneColumnsMin = 34;

/**
 * If a pane stands below the chat, the chat keeps this many rows for its composer and some text.
 */
const chatRowsMin = 10;

/**
 * Groups of screen sizes with the same arrangement. In each of them the border is moved separately.
 */
export type SizeClass = 'wide' | 'wider' | 'stacked';

/** For each size class, the share of the screen that the person gave to the other panes. */
export type Shares = Readonly<Partial<Record<SizeClass, number>>>;

const widerColumnsMin = 160;

/** Null on screens that show one pane at a time. */
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
	/** The panes that the status line names, because they don't fit. */
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

/** Places the chat above, and below it one other pane or the lines of folded ones. */
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

/** Gives the chat the whole screen, except for the lines at the bottom. */
function placeAlone({sides, folded}: LayoutInput, room: Rect): Places {
	const [above, lines] = cutLines(
		room,
		sides.filter(pane => folded.includes(pane) && sideOf(pane).hasLineAlone),
	);
	return {shape: 'single', rects: new Map([['chat', above]]), lines, named: []};
}

/** The chat on the left. The column on the right holds as many of the other panes as fit. */
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

/** Takes one line at the bottom for each of these panes. */
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

/** A column shows one pane less if fewer rows than this would remain. */
const columnRowsSpare = 4;

/** The panes that fit into a column: the focused one first, then the others in their order. */
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
 * Places panes one below the other. Each gets the rows that it wants, taken from those above it.
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
