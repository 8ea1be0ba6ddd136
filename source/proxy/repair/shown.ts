import type {Json} from '../../events/json.ts';

const shownLengthMax = 60;

/** Describes one change for the card: the old and the new text. */
export function change(what: string, {before, after}: {before: string; after: string}): string {
	return `${what}: ${brief(before)} → ${brief(after)}`;
}

/** Returns a value as one short line. */
export function shown(value: Json): string {
	return brief(JSON.stringify(value));
}

/**
 * Returns the beginning and the end of a text, because the repaired character is often the last
 * one.
 */
export function brief(text: string): string {
	const line = text.replace(/\s+/g, ' ');
	return line.length <= shownLengthMax ? line : ends(outlined(line), shownLengthMax);
}

/**
 * Returns a part of what the model wrote, for a message to the model. It is never all of it: text
 * in that message counts as quoted, so that the model's next attempt would be taken for a
 * quotation.
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
 * Returns the punctuation and the names of a text, without its words. If a text is not shown whole,
 * a password in it would not be recognised later, because the part that reveals it may be missing.
 */
function outlined(line: string): string {
	return line.replace(/[^{}[\]"'`:,<>=()\\]+/g, (words, index: number) =>
		isName.test(line.slice(index + words.length, index + words.length + 4)) ? words : '…',
	);
}

const isName = /^\\?["'] ?:|^=["']/;
