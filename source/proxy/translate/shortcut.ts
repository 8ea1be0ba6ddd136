import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {parseJson} from './request-reading.ts';

/**
 * The chunks of a stream are alike but for one piece of text, so what surrounds it is learned from
 * one of them, and the next ones are compared with that instead of being parsed: a text that is a
 * string of JSON between the same head and tail makes the same chunk with another text.
 */
export type Shortcut = {
	/** The text of a chunk that is like the one learned; null where it has to be read in full. */
	readonly read: (data: string) => string | null;
	/** After a chunk that was read in full. */
	readonly learn: (data: string, chunk: JsonObject) => void;
};

/** `textOf` gives the text of a chunk that says nothing else, and null for any other. */
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
			return plainText.test(written) ? written : readEscaped(written);
		},
		learn(data, chunk) {
			const text = textOf(chunk) ?? '';
			// Where something differs in every chunk, trying again and again would cost more than it saves.
			if (text === '' || lessons >= lessonsFree + hits / hitsPerLesson) {
				return;
			}
			lessons += 1;
			const written = JSON.stringify(text);
			const at = data.lastIndexOf(written);
			const before = data.slice(0, at + 1);
			const after = data.slice(at + written.length - 1);
			// The same letters may stand elsewhere too: only a try shows that this is the text.
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
/** What stands in a string of JSON as it is. */
const plainText = /^[^"\\\p{Cc}]*$/u;

function readEscaped(written: string): string | null {
	const text = parseJson(`"${written}"`);
	return typeof text === 'string' ? text : null;
}
