/** One block of a Markdown text; containers hold their own blocks. */
export type Block = BlockContent & {
	/** Whether a blank line stands before it in the source. */
	readonly gap: boolean;
	/** The line after its last one, counted in the lines that were parsed. */
	readonly end: number;
};

export type BlockContent =
	| {readonly type: 'paragraph'; readonly text: string}
	| {readonly type: 'heading'; readonly level: number; readonly text: string}
	| {readonly type: 'rule'}
	| {
			readonly type: 'code';
			readonly language: string;
			readonly lines: readonly string[];
			/** The fence while it has no end yet, so that growing text continues the code. */
			readonly open: Fence | null;
	  }
	| {readonly type: 'quote'; readonly blocks: readonly Block[]}
	| ListItem
	| MarkdownTable;

/** Items are separate blocks, so that a growing list keeps the rows of its finished items. */
export type ListItem = {
	readonly type: 'item';
	readonly delimiter: string;
	/** `null` for a bullet. */
	readonly number: number | null;
	readonly task: 'open' | 'done' | null;
	readonly blocks: readonly Block[];
};

export type Alignment = 'left' | 'right' | 'center';

export type MarkdownTable = {
	readonly type: 'table';
	readonly alignments: readonly Alignment[];
	readonly header: readonly string[];
	readonly rows: readonly (readonly string[])[];
};

export type Fence = {
	readonly character: string;
	readonly length: number;
	readonly indent: number;
	readonly language: string;
};
