import {clusters} from './width.ts';

/** Removes the last cluster, which a reader takes for one character. */
export function withoutLast(text: string): string {
	return clusters(text)
		.slice(0, -1)
		.map(cluster => cluster.text)
		.join('');
}
