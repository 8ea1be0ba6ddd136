import type {Overlay} from '../ui-state/overlay.ts';

/**
 * The size of an overlay. A list is as high as it has to be. A text covers all rows above the
 * status line.
 */
export function overlaySize(
	overlay: Overlay,
	{columns, rows, entries}: {columns: number; rows: number; entries: number},
): {readonly top: number; readonly width: number; readonly height: number} {
	// In the palette, descriptions stand beside the names. On 120 columns or more none of them is
	// cut.
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

/**
 * If only a few cells of the panes would remain visible beside the overlay, it covers them too,
 * because so few cells show nothing useful.
 */
function leavingNoScraps(wanted: number, available: number): number {
	return wanted + scrapsMax < available ? wanted : available;
}

/** Whether typed letters filter the overlay. In a text they are keys that turn pages. */
export function isList({type}: Overlay): boolean {
	return type === 'palette' || type === 'picker';
}
