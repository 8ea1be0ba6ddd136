import type {PaneFrame} from '../events/live.ts';
import {isPlain} from '../text/width.ts';
import {frameRows} from './frame-rows.ts';
import {type Layout, layOut, type Rect} from './layout.ts';
import {startRows, startSize} from './start/start-rows.ts';
import type {Paint} from './theme.ts';

/**
 * The screen that is painted before anything is loaded: an empty layout with a composer that takes
 * keys. The real view later draws the same cells, so nothing moves on the screen.
 */
export type FirstFrame = {
	readonly picture: PaneFrame;
	/** Returns the picture with this text in the composer. */
	readonly typed: (text: string) => PaneFrame;
	/** The row in which typed text appears; null if the screen is too small for a composer. */
	readonly field: Rect | null;
};

export type FirstFrameOptions = {
	readonly columns: number;
	readonly rows: number;
	readonly paint: Paint;
	readonly version: string;
};

export function firstFrame({columns, rows, paint, version}: FirstFrameOptions): FirstFrame {
	const layout = layOut({
		columns,
		rows,
		focus: 'chat',
		zoomed: false,
		sides: [],
		folded: [],
		share: null,
		composerRows: 1,
		cardRows: 0,
	});
	const field = fieldOf(layout);
	const typed = (text: string): PaneFrame => ({
		rows: rowsOf(layout, {text, paint, rows, version}),
		cursor: field ? {x: field.x + text.length, y: field.y} : null,
	});
	return {picture: typed(''), typed, field};
}

/** The prompt in front of the composer's text. */
export function promptOf(paint: Paint): string {
	return `${paint.style('user', paint.glyphs.prompt)} `;
}

/** The bytes that draw a picture on an empty screen. The cursor jumps over long gaps. */
export function firstBytes({rows, cursor}: PaneFrame): string {
	const lines = rows.map(row => row.trimEnd().replace(/ {6,}/g, gap => `\u001B[${gap.length}C`));
	const place = cursor ? `\u001B[${cursor.y + 1};${cursor.x + 1}H\u001B[?25h` : '';
	return `\u001B[H\u001B[J${lines.join('\r\n')}${place}`;
}

/**
 * The composer's text after these keys. Null if a key needs the real composer: then no more is
 * echoed until that has been loaded, and the keys wait.
 */
export function typeAhead(text: string, {keys, width}: TypedKeys): string | null {
	let typed = text;
	for (const key of keys) {
		typed = key === '\u007F' ? typed.slice(0, -1) : typed + key;
	}
	return isPlain(typed) && typed.length < width ? typed : null;
}

type TypedKeys = {readonly keys: string; readonly width: number};

function fieldOf(layout: Layout): Rect | null {
	if (layout.type === 'too-small' || !layout.chat) {
		return null;
	}
	const {inner} = layout.chat.composer;
	return {...inner, x: inner.x + 2, width: inner.width - 2, height: 1};
}

type Content = {
	readonly text: string;
	readonly paint: Paint;
	readonly rows: number;
	readonly version: string;
};

function rowsOf(layout: Layout, {text, paint, rows, version}: Content): readonly string[] {
	if (layout.type === 'too-small' || !layout.chat) {
		return Array.from({length: rows}, () => '');
	}
	const {transcript, composer} = layout.chat;
	return [
		...frameRows(
			{
				...transcript.outer,
				title: 'chat',
				focused: false,
				rows: startRows(version, startSize(transcript), paint).map(row => ` ${row}`),
			},
			paint,
		),
		...frameRows(
			{
				...composer.outer,
				title: '',
				focused: true,
				rows: [`${promptOf(paint)}${paint.style('text', text)}`],
			},
			paint,
		),
		'',
	];
}
