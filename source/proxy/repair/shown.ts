import type {Json} from '../../events/json.ts';

const shownLengthMax = 60;

/** One change for the card: what it was, and what became of it. */
export function change(what: string, {before, after}: {before: string; after: string}): string {
	return `${what}: ${brief(before)} → ${brief(after)}`;
}

/** A value as one short line. */
export function shown(value: Json): string {
	return brief(JSON.stringify(value));
}

/** The beginning and the end: what was mended is often the last letter. */
export function brief(text: string): string {
	const line = text.replace(/\s+/g, ' ');
	return line.length <= shownLengthMax ? line : ends(outlined(line), shownLengthMax);
}

/**
 * A part of what the model wrote, for a message back to it. It is never the whole: what stands in
 * a message is known as quoted, and the next try would be taken for a quotation of this one.
 */
export function excerpt(text: string): string {
	const whole = text.replace(/\s+/g, ' ');
	const line = outlined(whole);
	const lengthMax = line === whole ? Math.floor(line.length / 2) + 1 : shownLengthMax;
	return ends(line, Math.min(shownLengthMax, lengthMax));
}

function ends(line: string, lengthMax: number): string {
	const kept = lengthMax - 1;
	const start = Math.ceil(kept / 2);
	return line.length <= lengthMax
		? line
		: `${line.slice(0, start)}…${line.slice(line.length - (kept - start))}`;
}

/**
 * The signs and the names of a text, without its words. Of a text that is not shown whole, nobody
 * behind us can tell a password from a word: what makes it one may be what was cut.
 */
function outlined(line: string): string {
	return line.replace(/[^{}[\]"'`:,<>=()\\]+/g, (words, index: number) =>
		isName.test(line.slice(index + words.length, index + words.length + 4)) ? words : '…',
	);
}

const isName = /^\\?["'] ?:|^=["']/;
