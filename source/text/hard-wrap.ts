import {clusters} from './width.ts';

/** Wraps a text into rows of `width` cells, at any character, and keeps every space. */
export function hardWrap(text: string, width: number): readonly string[] {
	const rows: string[] = [];
	let row = '';
	let used = 0;
	for (const cluster of clusters(text)) {
		if (used + cluster.width > width) {
			rows.push(row);
			row = '';
			used = 0;
		}
		row += cluster.text;
		used += cluster.width;
	}
	return [...rows, row];
}
