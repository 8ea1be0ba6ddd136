import {type MarkItemKind, markKind} from './mark-kind.ts';

/** The context was cleared here: the model gets nothing that stands above. */
export type Cleared = {readonly type: 'cleared'; readonly at: number};

export const cleared: MarkItemKind<Cleared> = markKind({
	addedBy: {'context.cleared': ({at}) => ({type: 'cleared', at})},
	mark: () => ({words: 'context cleared: nothing above is sent any more'}),
	markdown: () => ['', '---', '', '*The context was cleared here.*'],
});
