/** A block of a Markdown text. Quotes and list items contain blocks themselves. */
export type Block = BlockContent & {
	/** Whether a blank line precedes the block in the source. */
	readonly gap: boolean;
	/** The index of the line after the block, in the lines that were parsed. */
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
			/**
			 * The opening fence if the closing one is missing, so that text that is added continues the
			 * code.
			 */
			readonly open: Fence | null;
	  }
	| {readonly type: 'quote'; readonly blocks: readonly Block[]}
	| ListItem
	| MarkdownTable;

/** Each item is a block of its own, so that finished items of a growing list keep their rows. */
export type ListItem = {
	readonly type: 'item';
	readonly delimiter: string;
	/** The number of the item; null for a bullet. */
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
