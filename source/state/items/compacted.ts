import type {CallId} from '../../events/ids.ts';
import {count} from '../../text/count.ts';
import {type MarkItemKind, markKind} from './mark-kind.ts';

/** From here on the model gets this summary instead of the items before `keptFrom`. */
export type Compacted = {
	readonly type: 'compacted';
	readonly summary: string;
	readonly keptFrom: number;
	readonly kept: readonly CallId[];
	readonly tokensBefore: number;
	readonly tokensAfter: number;
	readonly at: number;
};

export const compacted: MarkItemKind<Compacted> = markKind({
	addedBy: {
		'context.compacted': ({summary, dropped, kept, tokensBefore, tokensAfter, at}) => ({
			type: 'compacted',
			summary,
			keptFrom: dropped.to + 1,
			kept,
			tokensBefore,
			tokensAfter,
			at,
		}),
	},
	// The mark contains the whole summary, because from here on the model gets it instead of the
	// messages.
	mark: ({summary, tokensBefore, tokensAfter}) => ({
		words: `context compacted: about ${count(tokensBefore)} tokens became ${count(tokensAfter)}; the journal keeps all`,
		text: summary,
	}),
	markdown: ({summary}) => [
		...['', '---', ''],
		'*The model was given this summary from here on:*',
		...['', summary],
	],
});
