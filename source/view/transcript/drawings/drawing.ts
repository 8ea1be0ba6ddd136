import type {FrontEndSettings} from '../../../events/settings.ts';
import type {MarkdownView} from '../../markdown/view.ts';
import type {Paint} from '../../theme.ts';

/** How the transcript draws one kind of block. */
export type Drawing<Shown> = {
	/** Returns the block's styled rows, without the blank row above it. */
	readonly rows: (shown: Shown, options: BlockOptions) => readonly string[];
	/**
	 * Estimates the number of rows. It must not read the text, since reading thousands of texts would
	 * take noticeable time.
	 */
	readonly estimate: (shown: Shown, width: number) => number;
};

export type BlockOptions = {
	readonly width: number;
	readonly paint: Paint;
	readonly settings: FrontEndSettings;
	readonly unfolded: boolean;
	/** Renders a reply's text; kept by the caller while the reply grows. */
	readonly markdown: MarkdownView;
};

/**
 * How much of the text's area is filled, since lines end before the edge and blank rows stand
 * between paragraphs.
 */
const filledShare = 0.7;

/** Estimates the rows of a text by its length. */
export function estimatedTextRows(text: string, width: number): number {
	return Math.ceil(text.length / Math.max(1, width * filledShare));
}
