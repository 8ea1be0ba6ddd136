import type {Overlay} from '../ui-state/overlay.ts';

/**
 * Returns the size of an overlay. A list is as tall as necessary. A text takes most of the screen;
 * a shorter one begins at the same row.
 */
export function overlaySize(
	overlay: Overlay,
	{columns, rows, entries}: {columns: number; rows: number; entries: number},
): {readonly top: number; readonly width: number; readonly height: number} {
	// In the palette each name stands beside its description; from 120 columns on, nothing is cut.
	const [most, beside] = overlay.type === 'palette' ? [122, 0] : [isList(overlay) ? 90 : 110, 4];
	const wanted = isList(overlay) ? Math.min(entries, 18) + 4 : rows - 2;
	const height = Math.max(4, Math.min(rows - 1, wanted));
	return {
		top: Math.max(0, Math.floor((rows - 1 - height) / (isList(overlay) ? 3 : 2))),
		height,
		width: Math.min(columns, Math.max(40, Math.min(most, columns - beside))),
	};
}

/** Whether typed letters filter the overlay, as in a list, or are keys for turning pages. */
export function isList({type}: Overlay): boolean {
	return type === 'palette' || type === 'picker';
}
