import {escapeEnd, type StyledRun, scanStyled} from './scan.ts';
import {closeStyle, openStyle, plainStyle, type Style, sameStyle} from './style.ts';
import {clusters, isPlain, textWidth} from './width.ts';

/** A cluster of a styled row, with its style. */
export type StyledCluster = {
	readonly text: string;
	readonly width: number;
	readonly style: Style;
};

export function styledWidth(row: string): number {
	return textWidth(unstyled(row));
}

/** The text of a row without styles, as copying it should give. */
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
 * Cuts a row of at most `width` cells out of another one, beginning at column `from`. It opens and
 * closes its own style. Half of a wide character becomes spaces.
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

/** Makes the row exactly `width` cells wide: adds spaces, or cuts the end. */
export function padStyled(row: string, width: number): string {
	const missing = width - styledWidth(row);
	return missing < 0 ? cutStyled(row, 0, width) : row + ' '.repeat(missing);
}

/** Returns the clusters of a row, except those without a cell of their own. */
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

/** Whether the row surely ends in the plain style, as most rows do. False may be wrong. */
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
