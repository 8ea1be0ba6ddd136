import type {ItemKind} from './item-kind.ts';

/** A mark in the conversation: a line across the transcript with words in it. */
export type Mark = {
	readonly words: string;
	/** A name or text from outside (untrusted), which follows the words. */
	readonly subject?: string;
	/** How much of the subject is shown; if unset, all that fits. */
	readonly subjectColumnsMax?: number;
	/** A longer text below the line. It is folded until the person opens it. */
	readonly text?: string;
};

export type MarkItemKind<Item> = ItemKind<Item> & {readonly mark: (item: Item) => Mark};

/**
 * Makes a kind of mark. Unless `kind` says otherwise, it belongs to no turn, tells the model nothing,
 * and all of its words can be searched and copied.
 */
export function markKind<Item>(
	kind: Pick<MarkItemKind<Item>, 'addedBy' | 'mark' | 'markdown'> & Partial<MarkItemKind<Item>>,
): MarkItemKind<Item> {
	return {
		shown: item => item,
		turn: () => null,
		input: () => [],
		copied: item => wholeText(kind.mark(item)),
		...kind,
	};
}

function wholeText({words, subject = '', text = ''}: Mark): string {
	return [`${words} ${subject}`.trim(), text].filter(part => part !== '').join('\n');
}
