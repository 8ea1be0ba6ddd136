import type {MarkdownView} from '../../markdown/view.ts';
import type {Paint} from '../../theme.ts';

/** How the transcript draws one kind of block. */
export type Drawing<Shown> = {
	/** Its styled rows, without the blank row above it. */
	readonly rows: (shown: Shown, options: BlockOptions) => readonly string[];
	/** A guess at its rows that must not read its text: reading thousands of texts would be felt. */
	readonly estimate: (shown: Shown, width: number) => number;
};

export type BlockOptions = {
	readonly width: number;
	readonly paint: Paint;
	readonly unfolded: boolean;
	/** Renders a reply's text; kept by the caller while the reply grows. */
	readonly markdown: MarkdownView;
};

/** Lines end before the edge, and blank rows stand between paragraphs. */
const filledShare = 0.7;

/** Estimates the rows of a text by its length. */
export function estimatedTextRows(text: string, width: number): number {
	return Math.ceil(text.length / Math.max(1, width * filledShare));
}
