/** What a model server does before the first token of its answer. */
export type ReadingState = {
	readonly what: 'loading' | 'reading' | 'queued';
	/** How much of the prompt the server has read, if it reports that. */
	readonly percent?: number;
};

/** Describes the state for a person. */
export function readingWords({what, percent}: ReadingState): string {
	return percent === undefined ? words[what] : `${words[what]}, ${percent} %`;
}

const words: Readonly<Record<ReadingState['what'], string>> = {
	loading: 'loading the model',
	reading: 'reading the prompt',
	queued: 'waits until the model server is free',
};
