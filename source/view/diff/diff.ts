/** One line of a diff with its number in the old or the new text. */
export type DiffLine =
	| {readonly type: 'same'; readonly before: number; readonly after: number; readonly text: string}
	| {readonly type: 'remove'; readonly before: number; readonly text: string}
	| {readonly type: 'add'; readonly after: number; readonly text: string}
	/** Unchanged lines that are not shown; `count` is null if their number is unknown. */
	| {readonly type: 'fold'; readonly count: number | null; readonly words: string}
	/** A fact about the file, such as a missing line end. It is not one of the file's lines. */
	| {readonly type: 'note'; readonly words: string}
	/** The name of the file whose lines follow. */
	| {readonly type: 'file'; readonly words: string};
