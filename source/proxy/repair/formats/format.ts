import type {OfferedTool, WrittenArguments} from '../attempt.ts';
import type {Opener} from './opener.ts';

/**
 * A notation in which models write calls as text. Each is a row in the table of formats, and in
 * docs/formats.md.
 */
export type Format = {
	readonly id: string;
	readonly title: string;
	/** For the docs: how the notation begins, how it ends, what is in between, and an example. */
	readonly opener: string;
	readonly closer: string;
	readonly grammar: string;
	readonly sample: string;
	readonly trust: Trust;
	readonly opens: readonly Opener[];
	/** Returns the openers that contain the name of this offered tool. */
	readonly opensWith?: (tool: string) => readonly Opener[];
	/** Checks what patterns can't: whether the name in the opener is that of an offered tool. */
	readonly accepts?: (opened: string, tools: readonly OfferedTool[]) => boolean;
	readonly collect: (opened: string) => Collector;
	readonly calls: (written: Written) => readonly WrittenCall[];
};

/**
 * How surely a text in this notation is meant as a call. It decides where in a reply the text
 * counts.
 */
export type Trust =
	/** Special tokens, which nobody writes by accident. They count anywhere. */
	| 'token'
	/** Tags. They count on a line of their own, or right after a sentence. */
	| 'tag'
	/** Tags that may also be HTML. They count on a line of their own, and must fit a tool. */
	| 'plain-tag'
	/**
	 * Words with JSON. They count on lines of their own at the end of the reply, with a known tool.
	 */
	| 'bare'
	/**
	 * JSON without any word around it, so that it may be an ordinary answer. Otherwise like `bare`.
	 */
	| 'data';

/**
 * Reads the text of an attempt, beginning with its opener, and finds its end. Positions count from
 * the opener's first character.
 */
export type Collector = {
	/**
	 * Returns the end of the attempt as soon as it is certain; null before that. The end may lie
	 * before the end of this text, or even in an earlier one.
	 */
	readonly read: (text: string) => number | null;
	/** Call this when no more text comes. Returns the end; null if the attempt was cut off. */
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
	/** The end of this call within the attempt's text. */
	readonly end: number;
};
