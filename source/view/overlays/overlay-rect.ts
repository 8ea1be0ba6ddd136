import type {Rect} from '../layout.ts';
import type {Overlay} from '../ui-state/overlay.ts';

/** Lists are as tall as they need to be; texts take most of the screen. */
export function overlayRect(
	overlay: Overlay,
	{columns, rows, entries}: {columns: number; rows: number; entries: number},
): Rect {
	const isList = overlay.type === 'palette' || overlay.type === 'picker';
	// In the palette each name stands beside what it does, whole from 120 columns on.
	const [most, beside] = overlay.type === 'palette' ? [122, 0] : [isList ? 90 : 110, 4];
	const width = Math.min(columns, Math.max(40, Math.min(most, columns - beside)));
	const wanted = isList ? Math.min(entries, 18) + 4 : rows - 2;
	const height = Math.max(4, Math.min(rows - 1, wanted));
	return {
		x: Math.max(0, Math.floor((columns - width) / 2)),
		y: Math.max(0, Math.floor((rows - 1 - height) / (isList ? 3 : 2))),
		width,
		height,
	};
}
