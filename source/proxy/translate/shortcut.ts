import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {parseJson} from './request-reading.ts';

/**
 * Reads chunks of a stream without parsing each of them. Most chunks differ only in one text. What
 * stands before and after that text is learned from one chunk; if a later chunk begins and ends in
 * the same way, its text is in between.
 */
export type Shortcut = {
	/** Returns the text of a chunk that is like the learned one; null if the chunk must be parsed. */
	readonly read: (data: string) => string | null;
	/**
	 * Reads complete events from a position on, as long as they are like the learned one. Returns
	 * null if the first of them is not.
	 */
	readonly readEvents: (text: string, at: number) => EventRun | null;
	/**
	 * Like `readEvents`, for callers that don't need the texts. Stops at an event whose text has
	 * escapes. Returns the position of the first event that was not skipped.
	 */
	readonly skipEvents: (text: string, at: number) => number;
	/** Learns from a chunk. Call this after it was parsed. */
	readonly learn: (data: string, chunk: JsonObject) => void;
};

/** The joined texts of consecutive events, and the position of the next event. */
export type EventRun = {readonly text: string; readonly end: number};

/** `textOf` returns the text of a chunk that holds nothing else; null for any other chunk. */
export function createShortcut(textOf: (chunk: JsonObject) => string | null): Shortcut {
	let [head, tail, eventHead, eventTail] = ['', '', '', ''];
	let [hits, lessons] = [0, 0];
	const isLearnedAt = (text: string, at: number) =>
		head !== '' && text.slice(at, at + eventHead.length) === eventHead;
	const endsAt = (text: string, at: number) => text.slice(at, at + eventTail.length) === eventTail;
	return {
		read(data) {
			const end = data.length - tail.length;
			if (head === '' || end < head.length || !data.startsWith(head) || !data.endsWith(tail)) {
				return null;
			}
			hits += 1;
			return unescaped(data.slice(head.length, end));
		},
		readEvents(text, at) {
			let said = '';
			let end = at;
			while (isLearnedAt(text, end)) {
				const from = end + eventHead.length;
				const to = text.indexOf(eventTail, from);
				const piece = to < 0 ? null : unescaped(text.slice(from, to));
				if (piece === null) {
					break;
				}
				hits += 1;
				said += piece;
				end = to + eventTail.length;
			}
			return end === at ? null : {text: said, end};
		},
		skipEvents(text, at) {
			let end = at;
			while (isLearnedAt(text, end)) {
				const from = end + eventHead.length;
				const to = text.indexOf('"', from);
				if (to < 0 || !isPlain(text.slice(from, to)) || !endsAt(text, to)) {
					break;
				}
				hits += 1;
				end = to + eventTail.length;
			}
			return end;
		},
		learn(data, chunk) {
			const text = textOf(chunk) ?? '';
			// If something differs in every chunk, learning again and again would cost more than it
			// saves.
			if (text === '' || lessons >= lessonsFree + hits / hitsPerLesson) {
				return;
			}
			lessons += 1;
			const around = textAround(data, {text, textOf});
			if (around) {
				[head, tail] = around;
				eventHead = `data: ${head}`;
				eventTail = `${tail}\n\n`;
			}
		},
	};
}

/** Returns what stands before and after a chunk's text; null if that is unclear. */
function textAround(
	data: string,
	{text, textOf}: {readonly text: string; readonly textOf: (chunk: JsonObject) => string | null},
): readonly [head: string, tail: string] | null {
	const written = JSON.stringify(text);
	const at = data.lastIndexOf(written);
	const before = data.slice(0, at + 1);
	const after = data.slice(at + written.length - 1);
	// The same characters may occur elsewhere in the chunk. So another text is put in their place, to
	// see whether it is found there.
	const tried = at < 0 ? null : parseJson(`${before}${probe}${after}`);
	return isJsonObject(tried) && textOf(tried) === probe ? [before, after] : null;
}

const lessonsFree = 4;
const hitsPerLesson = 16;
const probe = 'another text';
/** Characters that need an escape in a JSON string. */
const needsEscapes = /["\\\u0000-\u001F\u007F-\u009F]/;

/** Whether a text has no escapes, so that the first quote after it ends it. */
function isPlain(written: string): boolean {
	return !written.includes('\\') && !written.includes('\n');
}

/**
 * Returns the content of a JSON string that is given without its quotes; null if it is not valid.
 */
function unescaped(written: string): string | null {
	if (!needsEscapes.test(written)) {
		return written;
	}
	const text = parseJson(`"${written}"`);
	return typeof text === 'string' ? text : null;
}
