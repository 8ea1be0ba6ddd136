import {escapeEnd, type StyledRun, scanStyled} from './scan.ts';
import {closeStyle, openStyle, plainStyle, type Style, sameStyle} from './style.ts';
import {clusters, isPlain, textWidth} from './width.ts';

/** One cluster of a styled row. */
export type StyledCluster = {
	readonly text: string;
	readonly width: number;
	readonly style: Style;
};

export function styledWidth(row: string): number {
	return textWidth(unstyled(row));
}

/** The text without styles, as a reader would copy it. */
export function unstyled(row: string): string {
	let found = row.indexOf('\u001B');
	if (found < 0) {
		return row;
	}
	let text = row.slice(0, found);
	while (found >= 0) {
		const from = escapeEnd(row, found);
		found = row.indexOf('\u001B', from);
		text += found < 0 ? row.slice(from) : row.slice(from, found);
	}
	return text;
}

/**
 * Cuts at most `width` cells from a column on into a separate row, which opens and closes its own
 * style. A part of a wide character becomes spaces.
 */
export function cutStyled(row: string, from: number, width: number): string {
	if (isPlain(row)) {
		return row.slice(Math.max(0, from), Math.max(0, from + width));
	}
	if (from === 0 && isClosed(row) && styledWidth(row) <= width) {
		return row;
	}
	const kept: StyledCluster[] = [];
	let column = 0;
	for (const cluster of styledClusters(row)) {
		const end = column + cluster.width;
		if (column >= from + width) {
			break;
		}
		const inside = Math.min(end, from + width) - Math.max(column, from);
		if (inside > 0) {
			kept.push(inside === cluster.width ? cluster : blankPart(inside, cluster.style));
		}
		column = end;
	}
	return joinClusters(kept);
}

/** Makes the row exactly this wide: adds spaces, or cuts what is too wide. */
export function padStyled(row: string, width: number): string {
	const missing = width - styledWidth(row);
	return missing < 0 ? cutStyled(row, 0, width) : row + ' '.repeat(missing);
}

/** Skips clusters that occupy no cell. */
export function styledClusters(row: string): readonly StyledCluster[] {
	return scanStyled(row).flatMap(clustersOfRun);
}

export function joinClusters(list: readonly StyledCluster[]): string {
	let row = '';
	let style = plainStyle;
	for (const cluster of list) {
		if (!sameStyle(style, cluster.style)) {
			row += closeStyle(style) + openStyle(cluster.style);
			style = cluster.style;
		}
		row += cluster.text;
	}
	return row + closeStyle(style);
}

/** True if the row certainly ends in the plain style, as most rows do. */
function isClosed(row: string): boolean {
	return !row.includes('\u001B') || (row.endsWith('\u001B[m') && !row.includes('\u001B]'));
}

function clustersOfRun({text, style}: StyledRun): readonly StyledCluster[] {
	return clusters(text)
		.filter(cluster => cluster.width > 0)
		.map(cluster => ({text: cluster.text, width: cluster.width, style}));
}

function blankPart(width: number, style: Style): StyledCluster {
	return {text: ' '.repeat(width), width, style};
}
