import type {OfferedTool, WrittenArguments} from '../attempt.ts';
import type {Opener} from './opener.ts';

/**
 * A notation in which models write calls as text. Each one is a row of the table, and of
 * docs/formats.md.
 */
export type Format = {
	readonly id: string;
	readonly title: string;
	/**
	 * Shown in the docs: how the notation begins, how it ends, what is in between, and an example.
	 */
	readonly opener: string;
	readonly closer: string;
	readonly grammar: string;
	readonly sample: string;
	readonly trust: Trust;
	readonly opens: readonly Opener[];
	/** Openers that contain the name of an offered tool. */
	readonly opensWith?: (tool: string) => readonly Opener[];
	/** Checks what a pattern can't: whether the opener names an offered tool. */
	readonly accepts?: (opened: string, tools: readonly OfferedTool[]) => boolean;
	readonly collect: (opened: string) => Collector;
	readonly calls: (written: Written) => readonly WrittenCall[];
};

/** How likely a text of this form is meant as a call. This decides where in a reply it counts. */
export type Trust =
	/** Special tokens, which nobody types by accident. They count anywhere. */
	| 'token'
	/** Tags. They count on a line of their own, or right after a sentence. */
	| 'tag'
	/** Tags that may also be HTML. They count on a line of their own, and must fit a tool. */
	| 'plain-tag'
	/**
	 * Words and JSON. They count on lines of their own at the end of the reply, with a known tool.
	 */
	| 'bare'
	/**
	 * JSON without any word around it, which an ordinary answer may be, too. Otherwise like `bare`.
	 */
	| 'data';

/**
 * Reads from the opener to the end of the attempt. Positions count from the first character of the
 * opener.
 */
export type Collector = {
	/**
	 * Returns the end of the attempt as soon as it is certain. It may lie before the text of this
	 * piece.
	 */
	readonly read: (text: string) => number | null;
	/** Call this when no more text comes. Returns the end, or null if the attempt was cut off. */
	readonly end: () => number | null;
};

export type Written = {
	readonly raw: string;
	/** False if the stream ended before the attempt did. */
	readonly isWhole: boolean;
	readonly tools: readonly OfferedTool[];
};

export type WrittenCall = {
	readonly name: string | null;
	readonly arguments: WrittenArguments;
	readonly isWhole: boolean;
	/** The end of this call within the raw text. */
	readonly end: number;
};
