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
	/** Call this after a chunk was parsed. */
	readonly learn: (data: string, chunk: JsonObject) => void;
};

/** `textOf` returns the text of a chunk that holds nothing else, and null for any other. */
export function createShortcut(textOf: (chunk: JsonObject) => string | null): Shortcut {
	let head = '';
	let tail = '';
	let hits = 0;
	let lessons = 0;
	return {
		read(data) {
			const end = data.length - tail.length;
			if (head === '' || end < head.length || !data.startsWith(head) || !data.endsWith(tail)) {
				return null;
			}
			hits += 1;
			const written = data.slice(head.length, end);
			return needsEscapes.test(written) ? readEscaped(written) : written;
		},
		learn(data, chunk) {
			const text = textOf(chunk) ?? '';
			// If something differs in every chunk, learning again and again would cost more than it
			// saves.
			if (text === '' || lessons >= lessonsFree + hits / hitsPerLesson) {
				return;
			}
			lessons += 1;
			const written = JSON.stringify(text);
			const at = data.lastIndexOf(written);
			const before = data.slice(0, at + 1);
			const after = data.slice(at + written.length - 1);
			// The same characters may occur elsewhere in the chunk. Putting in another text shows whether
			// this is the place.
			const tried = at < 0 ? null : parseJson(`${before}${probe}${after}`);
			if (isJsonObject(tried) && textOf(tried) === probe) {
				head = before;
				tail = after;
			}
		},
	};
}

const lessonsFree = 4;
const hitsPerLesson = 16;
const probe = 'another text';
/** Characters that JSON strings hold only with escapes. */
const needsEscapes = /["\\\u0000-\u001F\u007F-\u009F]/;

function readEscaped(written: string): string | null {
	const text = parseJson(`"${written}"`);
	return typeof text === 'string' ? text : null;
}
