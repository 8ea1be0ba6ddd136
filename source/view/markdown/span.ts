import {type Cluster, clusters, isPlain, textWidth} from '../../text/width.ts';

/** A text in one style. `open` is the escape that sets the style. A reset follows each span. */
export type Span = {
	readonly text: string;
	readonly open: string;
	readonly link?: string | undefined;
};

export const reset = '\u001B[m';

export function paintSpans(spans: readonly Span[]): string {
	let row = '';
	let open = '';
	let link = '';
	for (const span of spans) {
		if (span.text === '') {
			continue;
		}
		if (span.open !== open) {
			row += (open === '' ? '' : reset) + span.open;
			open = span.open;
		}
		if ((span.link ?? '') !== link) {
			link = span.link ?? '';
			row += linkTo(link);
		}
		row += span.text;
	}
	return row + (open === '' ? '' : reset) + (link === '' ? '' : linkTo(''));
}

/**
 * Breaks a line at exactly `width` cells, for text such as code. Rows that continue the line begin
 * with the mark, so that they don't look like lines of their own.
 */
export function hardWrap(
	spans: readonly Span[],
	options: {readonly width: number; readonly mark: Span},
): readonly string[] {
	const {width, mark} = options;
	const rows: string[] = [];
	let row: Span[] = [];
	let room = width;
	const put = (span: Span, text: string, columns: number) => {
		row.push({...span, text});
		room -= columns;
	};
	const breakRow = () => {
		rows.push(paintSpans(row));
		row = [mark];
		room = width - textWidth(mark.text);
	};
	for (const span of spans) {
		for (const piece of pieces(span.text, width)) {
			if (piece.width > room && isPlain(piece.text)) {
				const cut = room;
				put(span, piece.text.slice(0, cut), cut);
				breakRow();
				put(span, piece.text.slice(cut), piece.width - cut);
			} else {
				if (piece.width > room) {
					breakRow();
				}
				put(span, piece.text, piece.width);
			}
		}
	}
	return [...rows, paintSpans(row)];
}

/** Splits a text into pieces, each of which fits into a row. Plain text may be split anywhere. */
function pieces(text: string, width: number): readonly Cluster[] {
	if (!isPlain(text)) {
		return clusters(text);
	}
	const length = Math.max(1, width - pieceSlack);
	return Array.from({length: Math.ceil(text.length / length)}, (_, index) => {
		const piece = text.slice(index * length, (index + 1) * length);
		return {text: piece, width: piece.length};
	});
}

/** Columns reserved for the mark of a continued row. */
const pieceSlack = 2;

function linkTo(target: string): string {
	return `\u001B]8;;${target}\u001B\\`;
}
