import type {PaneFrame} from '../../events/live.ts';
import {createLexicon, type Lexicon} from '../../text/lexicon.ts';
import {layoutWidths, type TerminalWidths} from '../../text/terminal-widths.ts';
import type {ColorLevel} from '../theme.ts';
import {paintDifference} from './diff.ts';
import {clearGrid, createGrid, drawRows, forgetGrid, type Grid} from './grid.ts';
import {createPen, type Pen} from './pen.ts';
import type {Point, Scene} from './scene.ts';
import {scrollWhereCheaper} from './scroll.ts';

/** What the terminal shows as far as we know, and how to change that into the next scene. */
export type OutputScreen = {
	/** Returns the bytes that show the scene; empty if the screen shows it already. */
	readonly render: (scene: Scene) => string;
	readonly resize: (size: ScreenSize) => void;
	/** Makes the next frame clear the screen and draw everything. */
	readonly renew: () => void;
	readonly configure: (change: Partial<ScreenTraits>) => void;
};

export type ScreenSize = {readonly columns: number; readonly rows: number};

/** What the terminal is able to do. */
export type ScreenTraits = {
	/** The terminal has reported that it supports synchronised output (private mode 2026). */
	readonly synchronized: boolean;
	readonly colors: ColorLevel;
	/** The terminal supports SU and SD; the Linux console does not. */
	readonly scrolls: boolean;
	/**
	 * How many cells the terminal gives to characters on which terminals disagree. By default as many
	 * as the layout counts.
	 */
	readonly widths?: TerminalWidths;
};

export type ScreenOptions = ScreenSize &
	ScreenTraits & {
		/** What the terminal already shows. If unset, the first frame clears the screen. */
		readonly shown?: PaneFrame;
	};

export function createScreen(options: ScreenOptions): OutputScreen {
	let traits: ScreenTraits = options;
	let canvas = createCanvas(options, traits, options.shown ?? null);
	return {
		render(scene) {
			if (canvas.lexicon.full()) {
				canvas = renewLexicon(canvas, traits);
			}
			return renderFrame(canvas, scene, traits);
		},
		resize(size) {
			canvas = createCanvas(size, traits, null);
		},
		renew() {
			canvas = createCanvas(canvas.shown, traits, null);
		},
		configure(change) {
			const recolor = change.colors !== undefined && change.colors !== traits.colors;
			traits = {...traits, ...change};
			if (recolor) {
				canvas = createCanvas(canvas.shown, traits, null);
			} else if (change.widths) {
				canvas.lexicon.measureBy(change.widths);
			}
		},
	};
}

type Canvas = {
	readonly lexicon: Lexicon;
	readonly shown: Grid;
	readonly wanted: Grid;
	readonly pen: Pen;
	/** Whether the next frame must clear the screen first. */
	stale: boolean;
	cursorShown: boolean | null;
};

function createCanvas(
	{columns, rows}: ScreenSize,
	{colors, widths = layoutWidths}: ScreenTraits,
	picture: PaneFrame | null,
): Canvas {
	const lexicon = createLexicon(widths);
	const shown = createGrid(columns, rows);
	drawRows(shown, {rect: {x: 0, y: 0, width: columns, height: rows}}, index => {
		const row = picture?.rows[index];
		return row ? lexicon.row(row) : null;
	});
	return {
		lexicon,
		shown,
		wanted: createGrid(columns, rows),
		pen: createPen({columns, rows, lexicon, colors}),
		stale: picture === null,
		cursorShown: picture ? picture.cursor !== null : null,
	};
}

/** Begins with an empty lexicon. All cells are written again in place, so nothing flickers. */
function renewLexicon(canvas: Canvas, traits: ScreenTraits): Canvas {
	const fresh = createCanvas(canvas.shown, traits, null);
	forgetGrid(fresh.shown);
	return {...fresh, stale: false, cursorShown: canvas.cursorShown};
}

function renderFrame(canvas: Canvas, scene: Scene, traits: ScreenTraits): string {
	const {shown, wanted, pen, lexicon} = canvas;
	const cursor = scene.compose(wanted, lexicon);
	if (canvas.stale) {
		pen.clearScreen();
		clearGrid(shown);
		canvas.stale = false;
	} else if (traits.scrolls) {
		scrollWhereCheaper(shown, wanted, {rects: scene.rects(), pen});
	}
	paintDifference(shown, wanted, pen);
	const body = pen.take();
	const text = placeCursor(canvas, body, {cursor, calm: traits.synchronized});
	return traits.synchronized && text.length > synchronizedBytesMin
		? `\u001B[?2026h${text}\u001B[?2026l`
		: text;
}

/** A smaller frame reaches the terminal in one piece anyway. */
const synchronizedBytesMin = 256;

/** In a smaller frame the moving cursor is not noticed, and hiding it would cost 12 bytes. */
const cursorVisibleBytesMax = 1024;

type CursorPlan = {readonly cursor: Point | null; readonly calm: boolean};

function placeCursor(canvas: Canvas, body: string, {cursor, calm}: CursorPlan): string {
	const {pen} = canvas;
	const hide =
		canvas.cursorShown !== false && (!cursor || (!calm && body.length > cursorVisibleBytesMax));
	const before = hide ? '\u001B[?25l' : '';
	if (!cursor) {
		canvas.cursorShown = false;
		return before + body;
	}
	const show = hide || canvas.cursorShown !== true;
	canvas.cursorShown = true;
	pen.moveTo(cursor.x, cursor.y);
	return `${before}${body}${pen.take()}${show ? '\u001B[?25h' : ''}`;
}
