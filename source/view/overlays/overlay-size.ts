import type {Overlay} from '../ui-state/overlay.ts';

/**
 * Returns the size of an overlay. A list is as tall as necessary. A text takes all rows above the
 * status line; a shorter one begins at the same row.
 */
export function overlaySize(
	overlay: Overlay,
	{columns, rows, entries}: {columns: number; rows: number; entries: number},
): {readonly top: number; readonly width: number; readonly height: number} {
	// In the palette each name stands beside its description; from 120 columns on, nothing is cut.
	const most = overlay.type === 'palette' ? 122 : isList(overlay) ? 90 : 110;
	const wanted = isList(overlay) ? Math.min(entries, 18) + 4 : rows - 1;
	const height = leavingNoScraps(Math.max(4, wanted), rows - 1);
	return {
		top: Math.floor((rows - 1 - height) / (isList(overlay) ? 3 : 2)),
		height,
		width: leavingNoScraps(most, columns),
	};
}

const scrapsMax = 7;

/** A narrow strip of what lies below tells nothing, so what would leave one takes it as well. */
function leavingNoScraps(wanted: number, available: number): number {
	return wanted + scrapsMax < available ? wanted : available;
}

/** Whether typed letters filter the overlay, as in a list, or are keys for turning pages. */
export function isList({type}: Overlay): boolean {
	return type === 'palette' || type === 'picker';
}
