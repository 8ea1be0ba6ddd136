import type {Pane} from './ui-state/overlay.ts';

/** In cells, from the top left of the screen. */
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
	/** Whether the monitor is switched on. With the focus it is shown even when switched off. */
	readonly monitor: boolean;
	readonly hasTerminals: boolean;
	/** Rows of text that the composer and a docked card want; they may get fewer. */
	readonly composerRows: number;
	readonly cardRows: number;
};

/** A pane: its border, and the room inside of it. */
export type PaneRects = {readonly outer: Rect; readonly inner: Rect};

export type Layout =
	| {readonly type: 'too-small'; readonly screen: Rect}
	| {
			readonly type: 'panes';
			readonly shape: 'wide' | 'stacked' | 'single';
			readonly chat: ChatFrames | null;
			readonly terminal: PaneRects | null;
			readonly monitor: PaneRects | null;
			readonly status: Rect;
			/** Panes that exist but don't fit; the status line names them. */
			readonly hidden: readonly Pane[];
	  };

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

/** Border, two rows of command, two rows of keys: with less, a card can't be answered safely. */
export const cardRowsMin = 6;

/** Computes rectangles that cover the screen exactly. */
export function layOut(input: LayoutInput): Layout {
	const {columns, rows} = input;
	if (columns < screenColumnsMin || rows < screenRowsMin) {
		return {type: 'too-small', screen: {x: 0, y: 0, width: columns, height: rows}};
	}
	const status = {x: 0, y: rows - 1, width: columns, height: 1};
	const room = {x: 0, y: 0, width: columns, height: rows - 1};
	const places = placePanes(input, room);
	return {
		type: 'panes',
		shape: places.shape,
		chat: places.chat ? placeChat(places.chat, input) : null,
		terminal: places.terminal ? frameOf(places.terminal) : null,
		monitor: places.monitor ? frameOf(places.monitor) : null,
		status,
		hidden: existing(input).filter(pane => places[pane] === null),
	};
}

type Places = {
	readonly shape: 'wide' | 'stacked' | 'single';
	readonly chat: Rect | null;
	readonly terminal: Rect | null;
	readonly monitor: Rect | null;
};

const nowhere = {chat: null, terminal: null, monitor: null};

function placePanes(input: LayoutInput, room: Rect): Places {
	const side = sidePanes(input);
	if (!input.zoomed && side.length > 0 && input.columns >= wideColumnsMin) {
		return placeWide(input, room, side);
	}
	const stackable = input.columns >= stackedColumnsMin && input.rows >= stackedRowsMin;
	const below = belowPane(input);
	if (!input.zoomed && stackable && below) {
		const [top, bottom] = splitRows(room, Math.round(room.height * 0.4));
		return {...nowhere, shape: 'stacked', chat: top, [below]: bottom};
	}
	return {...nowhere, shape: 'single', [input.focus]: room};
}

/** The panes beside the chat, the most important first. */
function sidePanes({focus, monitor, hasTerminals}: LayoutInput): readonly Side[] {
	const terminal = hasTerminals || focus === 'terminal' ? (['terminal'] as const) : [];
	const shown = monitor || focus === 'monitor' ? (['monitor'] as const) : [];
	return focus === 'monitor' ? [...shown, ...terminal] : [...terminal, ...shown];
}

type Side = 'terminal' | 'monitor';

/** Below the chat the monitor appears only with the focus: the chat needs these rows more. */
function belowPane({focus, hasTerminals}: LayoutInput): Side | null {
	if (focus !== 'chat') {
		return focus;
	}
	return hasTerminals ? 'terminal' : null;
}

function placeWide(input: LayoutInput, room: Rect, side: readonly Side[]): Places {
	const [chat, column] = splitColumns(room, sideColumns(input, side));
	const first = side[0]!;
	const alone = side.length < 2 || room.height < 2 * paneRowsMin + 4;
	if (alone) {
		return {...nowhere, shape: 'wide', chat, [first]: column};
	}
	const monitorRows = Math.min(16, Math.max(paneRowsMin, Math.round(column.height * 0.35)));
	const [terminal, monitor] = splitRows(column, monitorRows);
	return {shape: 'wide', chat, terminal, monitor};
}

/**
 * A terminal gets at least 80 columns if the chat can spare them. The monitor needs fewer, unless
 * it has the focus.
 */
function sideColumns({columns, focus}: LayoutInput, side: readonly Side[]): number {
	if (!side.includes('terminal')) {
		const [share, most] = focus === 'monitor' ? [0.45, 80] : [0.3, 48];
		return Math.min(most, Math.max(paneColumnsMin, Math.round(columns * share)));
	}
	const half = Math.floor(columns / 2);
	return columns >= 160 ? Math.max(half, 82) : half;
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

/**
 * The composer grows up to a third of the chat, and the transcript keeps two rows. But a card
 * always gets the rows that it needs to be read: nobody should have to answer a cut card.
 */
function placeChat(chat: Rect, {composerRows, cardRows}: LayoutInput): ChatFrames {
	const writable = Math.max(1, Math.floor(chat.height / 3) - 2);
	const wanted = Math.min(Math.max(1, composerRows), writable) + 2;
	const above = chat.height - wanted;
	const spare = Math.max(above - transcriptRowsMin, Math.min(cardRowsMin, above));
	const cardHeight = Math.max(0, Math.min(cardRows, spare));
	const rest = above - cardHeight;
	const transcriptHeight = rest < frameRowsMin ? 0 : rest;
	const composerTop = chat.y + transcriptHeight + cardHeight;
	return {
		transcript: frameOf({...chat, height: transcriptHeight}),
		card:
			cardHeight === 0
				? null
				: {x: chat.x, y: chat.y + transcriptHeight, width: chat.width, height: cardHeight},
		composer: frameOf({...chat, y: composerTop, height: chat.y + chat.height - composerTop}),
	};
}

/** One row and its border. */
const frameRowsMin = 3;

/** Two rows of text and their border. */
const transcriptRowsMin = 4;

function frameOf(outer: Rect): PaneRects {
	return {
		outer,
		inner: {
			x: outer.x + 1,
			y: outer.y + 1,
			width: outer.width - 2,
			height: outer.height - 2,
		},
	};
}

function existing({monitor, hasTerminals}: LayoutInput): readonly Pane[] {
	return [
		'chat',
		...(hasTerminals ? (['terminal'] as const) : []),
		...(monitor ? (['monitor'] as const) : []),
	];
}
