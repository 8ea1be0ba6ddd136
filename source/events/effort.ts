/** How much a model may think before it answers: each level, with its description for a person. */
export const effortWords = {
	default: 'as much as the provider lets it think of itself',
	none: 'not at all',
	minimal: 'hardly: for what needs no thought',
	low: 'a little: quick and cheap',
	medium: 'some',
	high: 'much: slower, and costs more',
	xhigh: 'as much as the newest models can',
} as const;

export type Effort = keyof typeof effortWords;

export const efforts = Object.keys(effortWords) as readonly Effort[];

export function isEffort(word: string): word is Effort {
	return Object.hasOwn(effortWords, word);
}
