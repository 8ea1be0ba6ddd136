/** One line of a diff, with its number in the text where it stands. */
export type DiffLine =
	| {readonly type: 'same'; readonly before: number; readonly after: number; readonly text: string}
	| {readonly type: 'remove'; readonly before: number; readonly text: string}
	| {readonly type: 'add'; readonly after: number; readonly text: string}
	/** Unchanged lines that are not shown; their number, where it is known. */
	| {readonly type: 'fold'; readonly count: number | null; readonly words: string}
	/** Something about the file rather than in it. */
	| {readonly type: 'note'; readonly words: string}
	/** The name of the file that follows. */
	| {readonly type: 'file'; readonly words: string};
