import type {OfferedTool, WrittenArguments} from '../attempt.ts';
import type {Opener} from './opener.ts';

/** A way in which models write calls as text. One row of the table, and one row of the docs. */
export type Format = {
	readonly id: string;
	readonly title: string;
	/** For the docs: how it begins, how it ends, what stands in between, and one of them. */
	readonly opener: string;
	readonly closer: string;
	readonly grammar: string;
	readonly sample: string;
	readonly trust: Trust;
	readonly opens: readonly Opener[];
	/** Openers that hold the name of a tool on offer. */
	readonly opensWith?: (tool: string) => readonly Opener[];
	/** A look at the opener that patterns can't take: does it name a tool on offer? */
	readonly accepts?: (opened: string, tools: readonly OfferedTool[]) => boolean;
	readonly collect: (opened: string) => Collector;
	readonly calls: (written: Written) => readonly WrittenCall[];
};

/** How sure its mere look makes us that it is meant, and so where it may stand. */
export type Trust =
	/** Special tokens that nobody types by accident. */
	| 'token'
	/** Tags: on a line of their own, or right after a sentence. */
	| 'tag'
	/** Tags that may as well be text or HTML: on a line of their own, and they must fit a tool. */
	| 'plain-tag'
	/** Words and JSON: on lines of its own, at the end of the reply, with a known tool. */
	| 'bare'
	/** The same without any word of its own: answers may look like it, too. */
	| 'data';

/** Reads on after the opener until the attempt's end; offsets count from the opener's first letter. */
export type Collector = {
	/** Where the attempt ends, as soon as that is certain. It may lie before what was just read. */
	readonly read: (text: string) => number | null;
	/** The same when nothing more comes; null where the attempt was cut off. */
	readonly end: () => number | null;
};

export type Written = {
	readonly raw: string;
	/** False when the stream ended first. */
	readonly isWhole: boolean;
	readonly tools: readonly OfferedTool[];
};

export type WrittenCall = {
	readonly name: string | null;
	readonly arguments: WrittenArguments;
	readonly isWhole: boolean;
	/** Where its part of the raw text ends. */
	readonly end: number;
};
