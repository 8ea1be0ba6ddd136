import type {NeutralItem, NeutralPart} from '../neutral.ts';

/**
 * Whether a call that a model has written as text stands word for word in what a person or a tool
 * has told it: then it only says what it was told. What a page or a file holds is never a wish of
 * the model.
 */
export type IsEcho = (written: string) => boolean;

/** A shorter one may well be meant, and is written alike each time. */
const echoLengthMin = 24;

export function echoesIn(items: readonly NeutralItem[]): IsEcho {
	return written => {
		const words = written.trim();
		return words.length >= echoLengthMin && items.some(item => heard(item).some(holds(words)));
	};
}

function heard(item: NeutralItem): readonly NeutralPart[] {
	const isHeard = item.type === 'result' || (item.type === 'message' && item.role === 'user');
	return isHeard ? item.parts : [];
}

function holds(words: string): (part: NeutralPart) => boolean {
	return part => part.type === 'text' && part.text.includes(words);
}
