/** One reply, and what is to be found in it. */
export type Case = {
	readonly title: string;
	/** The format that finds it; none in the negative cases. */
	readonly format: string | null;
	readonly text: string;
	/** A call's name and arguments once mended; the name and `cut`, or `unreadable`. */
	readonly found: readonly Found[];
};

export type Found = readonly [name: string | null, outcome: unknown];
