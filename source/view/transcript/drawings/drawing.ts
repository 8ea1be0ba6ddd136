import type {FrontEndSettings} from '../../../events/settings.ts';
import type {MarkdownView} from '../../markdown/view.ts';
import type {Paint} from '../../theme.ts';

/** How the transcript draws blocks of one kind. */
export type Drawing<Shown> = {
	/** Returns the block's styled rows, without the blank row above it. */
	readonly rows: (shown: Shown, options: BlockOptions) => readonly string[];
	/**
	 * Estimates the number of rows without reading the text, because reading thousands of texts would
	 * take too long.
	 */
	readonly estimate: (shown: Shown, width: number) => number;
};

export type BlockOptions = {
	readonly width: number;
	readonly paint: Paint;
	readonly settings: FrontEndSettings;
	readonly unfolded: boolean;
	/** The view that draws a reply's text. The caller keeps it while the reply grows. */
	readonly markdown: MarkdownView;
};

/**
 * The share of the area that text fills: lines end before the edge, and blank rows separate
 * paragraphs.
 */
const filledShare = 0.7;

/** Estimates the rows of a text from its length. */
export function estimatedTextRows(text: string, width: number): number {
	return Math.ceil(text.length / Math.max(1, width * filledShare));
}
