import {clusters, isPlain} from '../../text/width.ts';

/**
 * Ink measures text by its own tables and cuts what it considers too wide. A card must not be cut
 * or shifted because Ink and this program disagree about a character. So for each cell of such a
 * cluster Ink gets a stand-in, a character from a private range, and the clusters are put back into
 * Ink's finished rows.
 */
export type StandIns = {
	/** Encodes a styled row for Ink: each character of the result takes one cell. */
	readonly encode: (row: string) => string;
	/**
	 * Puts the clusters back into a row that Ink has made. Half of a wide cluster becomes a blank.
	 */
	readonly decode: (row: string) => string;
};

const firstCode = 0xf0000;
const lastCode = 0x10fffc;
/** Stands for the second cell of a wide cluster. */
const secondHalf = '\u{10FFFD}';

export function createStandIns(): StandIns {
	const codes = new Map<string, string>();
	const known: {readonly text: string; readonly width: number}[] = [];
	const codeOf = (text: string, width: number) => {
		const key = `${width}${text}`;
		const code = codes.get(key);
		if (code !== undefined || firstCode + known.length > lastCode) {
			return code ?? '?';
		}
		const made = String.fromCodePoint(firstCode + known.length);
		known.push({text, width});
		codes.set(key, made);
		return made;
	};
	const encodeText = (text: string) =>
		isPlain(text)
			? text
			: clusters(text)
					.map(({text: cluster, width}) =>
						width === 0
							? ''
							: width === 1 && isPlain(cluster)
								? cluster
								: codeOf(cluster, width) + secondHalf.repeat(width - 1),
					)
					.join('');
	return {
		// Ink doesn't know `CSI m`, the short form of `CSI 0 m`, and would keep the old style. So write
		// the long form.
		encode: row =>
			row.includes('\u001B')
				? row
						.split(escapes)
						.map((part, index) => (index % 2 === 0 ? encodeText(part) : fullReset(part)))
						.join('')
				: encodeText(row),
		decode: row =>
			mayHold.test(row)
				? row.replace(standIn, found => {
						const cluster = known[found.codePointAt(0)! - firstCode];
						const cells = found.length / secondHalf.length;
						return cluster?.width === cells ? cluster.text : ' '.repeat(cells);
					})
				: row,
	};
}

/**
 * Matches the styles and links that a styled row may hold. Any other escape has no cell and is
 * removed.
 */
const escapes = /(\u001B\[[\d;:]*m|\u001B\]8;[^\u0007\u001B]*(?:\u0007|\u001B\\))/;

const standIn = /[\u{F0000}-\u{10FFFC}]\u{10FFFD}*|\u{10FFFD}+/gu;
const mayHold = /[\uDB80-\uDBFF]/;

function fullReset(style: string): string {
	return style === '\u001B[m' ? '\u001B[0m' : style;
}
