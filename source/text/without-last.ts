import {clusters} from './width.ts';

/** The text without what a reader takes for its last character. */
export function withoutLast(text: string): string {
	return clusters(text)
		.slice(0, -1)
		.map(cluster => cluster.text)
		.join('');
}
