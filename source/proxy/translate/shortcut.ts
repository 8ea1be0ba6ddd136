import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {parseJson} from './request-reading.ts';

/**
 * Reads chunks of a stream without parsing each one. Most chunks differ only in one piece of text.
 * So the text before and after it is learned from one chunk, and a later chunk that begins and ends
 * in the same way has its text in between.
 */
export type Shortcut = {
	/** The text of a chunk like the one that was learned; null if the chunk has to be parsed. */
	readonly read: (data: string) => string | null;
	/**
	 * Reads whole events of a stream of events, from a position on, as long as each is like the one
	 * that was learned. Null if the first of them is not.
	 */
	readonly readEvents: (text: string, at: number) => EventRun | null;
	/**
	 * The same for who does not need the texts, as far as they are written without escapes. Returns
	 * where it stopped.
	 */
	readonly skipEvents: (text: string, at: number) => number;
	/** Call this after a chunk was parsed. */
	readonly learn: (data: string, chunk: JsonObject) => void;
};

/** The texts of events that follow each other, joined, and where the next event begins. */
export type EventRun = {readonly text: string; readonly end: number};

/** `textOf` returns the text of a chunk that holds nothing else, and null for any other. */
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

/** What stands before and after the text of a chunk; null if it can't be told. */
function textAround(
	data: string,
	{text, textOf}: {readonly text: string; readonly textOf: (chunk: JsonObject) => string | null},
): readonly [head: string, tail: string] | null {
	const written = JSON.stringify(text);
	const at = data.lastIndexOf(written);
	const before = data.slice(0, at + 1);
	const after = data.slice(at + written.length - 1);
	// The same characters may occur elsewhere in the chunk. Putting in another text shows whether
	// this is the place.
	const tried = at < 0 ? null : parseJson(`${before}${probe}${after}`);
	return isJsonObject(tried) && textOf(tried) === probe ? [before, after] : null;
}

const lessonsFree = 4;
const hitsPerLesson = 16;
const probe = 'another text';
/** Characters that JSON strings hold only with escapes. */
const needsEscapes = /["\\\u0000-\u001F\u007F-\u009F]/;

/** Whether the first quote behind it ends this text: an escape may stand before one. */
function isPlain(written: string): boolean {
	return !written.includes('\\') && !written.includes('\n');
}

/** The text of a JSON string without its quotes; null if it is none, such as one with a bare quote. */
function unescaped(written: string): string | null {
	if (!needsEscapes.test(written)) {
		return written;
	}
	const text = parseJson(`"${written}"`);
	return typeof text === 'string' ? text : null;
}
