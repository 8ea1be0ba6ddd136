/** One line of a diff, with its number in the old or new text. */
export type DiffLine =
	| {readonly type: 'same'; readonly before: number; readonly after: number; readonly text: string}
	| {readonly type: 'remove'; readonly before: number; readonly text: string}
	| {readonly type: 'add'; readonly after: number; readonly text: string}
	/** A run of unchanged lines that is not shown, with its length if that is known. */
	| {readonly type: 'fold'; readonly count: number | null; readonly words: string}
	/** A fact about the file that is not one of its lines. */
	| {readonly type: 'note'; readonly words: string}
	/** The name of the file that follows. */
	| {readonly type: 'file'; readonly words: string};
