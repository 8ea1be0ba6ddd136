import {neutralise} from '../../text/neutralise.ts';
import {wrapStyled} from '../../text/wrap.ts';
import type {Keymap} from '../actions/keymap.ts';
import {parsePatch} from '../diff/patch.ts';
import {renderDiff, sideBySideWidthMin} from '../diff/render.ts';
import {exactRows} from '../drawn.ts';
import type {Viewport} from '../handles.ts';
import type {Pane} from '../panes/panes.ts';
import type {Paint} from '../theme.ts';
import type {Overlay} from '../ui-state/overlay.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import {type HelpCommand, type HelpItem, helpLines} from './help-lines.ts';
import {overlaySize} from './overlay-size.ts';

/** A line of a page: an item of the help, or a styled row of a text or a diff. */
export type PageLine = HelpItem | string;

/** All lines of a text in an overlay, and how many are visible at once. */
export type DialogPage = {
	readonly lines: readonly PageLine[];
	/** The row of the screen in which the frame begins. */
	readonly top: number;
	/**
	 * The width of the frame. The text has four columns less, for the border and a blank on each
	 * side.
	 */
	readonly width: number;
	/** The height inside the frame. */
	readonly height: number;
};

type PageSource = {
	readonly ui: Pick<UiState, 'list'>;
	readonly look: Viewport;
	readonly focus: Pane;
	readonly keymap: Keymap;
	readonly commands: readonly HelpCommand[];
};

/** Computes the page of an overlay, for drawing it and for limiting how far it scrolls. */
export function pageOf(overlay: Overlay, {look, ui, ...from}: PageSource): DialogPage {
	const {top, width, height} = overlaySize(overlay, {...look, entries: 0});
	const {paint} = look;
	const lines = linesOf(overlay, {...from, width: width - 4, paint, query: ui.list.query});
	return {lines, top, width, height: Math.min(height - 2, lines.length)};
}

/** The index of the first visible line. The last line is never above the end of the frame. */
export function topOf({lines, height}: DialogPage, wanted: number): number {
	return Math.max(0, Math.min(wanted, lines.length - height));
}

function linesOf(
	overlay: Overlay,
	{
		width,
		paint,
		query,
		focus,
		...source
	}: {width: number; paint: Paint; query: string} & Pick<
		PageSource,
		'focus' | 'keymap' | 'commands'
	>,
): readonly PageLine[] {
	if (overlay.type === 'diff') {
		const layout = width >= sideBySideWidthMin ? 'side-by-side' : 'unified';
		return renderDiff(parsePatch(overlay.patch), {width, paint, layout});
	}
	if (overlay.type === 'text' && overlay.isExact) {
		return overlay.lines.flatMap(line => exactRows(line, {width, paint}));
	}
	if (overlay.type !== 'text') {
		const first = overlay.type === 'help' ? (overlay.first ?? []) : [];
		return helpLines({first, focus, query}, {...source, width});
	}
	const lines = overlay.lines.map(neutralise);
	return lines.flatMap(line => (line === '' ? [''] : wrapStyled(line, width)));
}
