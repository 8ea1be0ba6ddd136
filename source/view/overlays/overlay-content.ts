import {assertNever} from '../../events/assert-never.ts';
import {neutralise} from '../../text/neutralise.ts';
import {wrapStyled} from '../../text/wrap.ts';
import type {Keymap} from '../actions/keymap.ts';
import {parsePatch} from '../diff/patch.ts';
import {renderDiff, sideBySideWidthMin} from '../diff/render.ts';
import {exactRows} from '../drawn.ts';
import type {Viewport} from '../handles.ts';
import {listEntries} from '../input/list-entries.ts';
import type {Rect} from '../layout.ts';
import type {Pane} from '../panes/panes.ts';
import type {Paint} from '../theme.ts';
import type {Overlay} from '../ui-state/overlay.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import {type HelpCommand, helpRows} from './help-rows.ts';
import {listRows} from './list-rows.ts';
import {overlayRect} from './overlay-rect.ts';

export type OverlayContent = {
	readonly rect: Rect;
	readonly title: string;
	readonly foot: string;
	readonly rows: readonly string[];
};

export type OverlayLook = {
	readonly ui: Pick<UiState, 'list' | 'pagerTop' | 'recent' | 'finding'>;
	readonly look: Viewport;
	readonly focus: Pane;
	readonly keymap: Keymap;
	readonly commands: readonly HelpCommand[];
};

/** An overlay's place and rows. The input handler uses it too, to limit scrolling. */
export function overlayContent(overlay: Overlay, from: OverlayLook): OverlayContent {
	switch (overlay.type) {
		case 'palette':
		case 'picker':
			return listContent(overlay, from);
		case 'help':
		case 'text':
		case 'diff':
			return pagerContent(overlay, from);
		default:
			return assertNever(overlay);
	}
}

/** All rows of a help page or a text, and how many are visible at once. */
export function pagerRows(
	overlay: Overlay,
	{look, ui, ...from}: Omit<OverlayLook, 'ui'> & {readonly ui: Pick<UiState, 'list'>},
): {readonly rows: readonly string[]; readonly height: number; readonly rect: Rect} {
	const rect = overlayRect(overlay, {...look, entries: 0});
	const width = rect.width - 4;
	const rows = rowsOfPage(overlay, {...from, width, paint: look.paint, query: ui.list.query});
	const height = Math.min(rect.height - 2, rows.length);
	return {rows, height, rect: {...rect, height: height + 2}};
}

function rowsOfPage(
	overlay: Overlay,
	{
		width,
		paint,
		query,
		focus,
		...source
	}: {width: number; paint: Paint; query: string} & Pick<
		OverlayLook,
		'focus' | 'keymap' | 'commands'
	>,
): readonly string[] {
	if (overlay.type === 'diff') {
		const layout = width >= sideBySideWidthMin ? 'side-by-side' : 'unified';
		return renderDiff(parsePatch(overlay.patch), {width, paint, layout});
	}
	if (overlay.type === 'text' && overlay.isExact) {
		return overlay.lines.flatMap(line => exactRows(line, {width, paint}));
	}
	if (overlay.type !== 'text') {
		const first = overlay.type === 'help' ? (overlay.first ?? []) : [];
		return helpRows({first, focus, query}, {...source, paint, width});
	}
	const lines = overlay.lines.map(neutralise);
	return lines.flatMap(line => (line === '' ? [''] : wrapStyled(line, width)));
}

function pagerContent(overlay: Overlay, from: OverlayLook): OverlayContent {
	const {rows, height, rect} = pagerRows(overlay, from);
	const top = Math.min(from.ui.pagerTop, Math.max(0, rows.length - height));
	const share = rows.length > height ? `${top + height} of ${rows.length}  ` : '';
	return {
		rect,
		title: 'title' in overlay ? overlay.title : 'Help',
		foot: `${share}${overlay.type === 'help' ? findingWords(from) : 'Esc closes'}`,
		rows: rows.slice(top, top + height).map(row => ` ${row}`),
	};
}

function findingWords({ui: {finding, list}, look}: OverlayLook): string {
	if (finding) {
		return `/${neutralise(list.query)}${look.paint.glyphs.bars.at(-1)}  Enter keeps  Esc shows all`;
	}
	return list.query === '' ? '/ searches  Esc closes' : `/${neutralise(list.query)}  Esc shows all`;
}

function listContent(overlay: Overlay, {ui, look, keymap, commands}: OverlayLook): OverlayContent {
	const {query, selected} = ui.list;
	const source = {recent: ui.recent, keymap, commands};
	const all = listEntries(overlay, {...source, query: ''});
	const entries = listEntries(overlay, {...source, query});
	const rect = overlayRect(overlay, {...look, entries: all.length});
	return {
		rect,
		title: overlay.type === 'picker' ? overlay.title : 'Commands',
		foot: `${entries.length} of ${all.length}  Enter chooses  Esc closes`,
		rows: listRows(
			{entries, selected: Math.min(selected, entries.length - 1), query},
			{width: rect.width - 2, height: rect.height - 2, paint: look.paint},
		),
	};
}
