import type {Draft, Range} from './draft.ts';

/**
 * A folded paste in the text of a draft. For the caret it is like one character. The pasted text is
 * stored in `pastes`.
 */
export type Placeholder = Range & {readonly number: number};

type Place = Pick<Draft, 'text' | 'pastes'>;

const pattern = '\\[pasted [\\d,]+ (?:lines|characters) #(\\d+)\\]';
const lengthMax = 60;

export function placeholderWords(content: string, number: number): string {
	const lines = lineCount(content);
	return lines > 1
		? `[pasted ${lines} lines #${number}]`
		: `[pasted ${content.length} characters #${number}]`;
}

/** Counts the lines of a text. A line break at the very end begins no further line. */
export function lineCount(text: string): number {
	return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

export function placeholderEndingAt(draft: Place, at: number): Placeholder | null {
	if (draft.pastes.size === 0 || draft.text[at - 1] !== ']') {
		return null;
	}
	const match = new RegExp(`${pattern}$`).exec(draft.text.slice(Math.max(0, at - lengthMax), at));
	return match && known(draft, {number: Number(match[1]), from: at - match[0].length, to: at});
}

export function placeholderStartingAt(draft: Place, at: number): Placeholder | null {
	if (draft.pastes.size === 0 || draft.text[at] !== '[') {
		return null;
	}
	const match = new RegExp(`^${pattern}`).exec(draft.text.slice(at, at + lengthMax));
	return match && known(draft, {number: Number(match[1]), from: at, to: at + match[0].length});
}

export function placeholdersIn(draft: Place): readonly Placeholder[] {
	return draft.pastes.size === 0
		? []
		: [...draft.text.matchAll(new RegExp(pattern, 'g'))].flatMap(match => {
				const from = match.index;
				const found = {number: Number(match[1]), from, to: from + match[0].length};
				return known(draft, found) ?? [];
			});
}

/** Returns the position, or the nearer end of the placeholder that contains it. */
export function outside(draft: Place, at: number): number {
	const inside = placeholdersIn(draft).find(({from, to}) => from < at && at < to);
	if (!inside) {
		return at;
	}
	return at - inside.from < inside.to - at ? inside.from : inside.to;
}

/**
 * Returns null if no paste has the placeholder's number, because a person typed text that looks
 * like a placeholder.
 */
function known({pastes}: Place, placeholder: Placeholder): Placeholder | null {
	return pastes.has(placeholder.number) ? placeholder : null;
}
