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
	const half = Math.floor((shownLengthMax - 1) / 2);
	return line.length <= shownLengthMax ? line : `${line.slice(0, half)}…${line.slice(-half)}`;
}

/**
 * A part of what the model wrote, for a message back to it. It is never the whole: what stands in
 * a message is known as quoted, and the next try would be taken for a quotation of this one.
 */
export function excerpt(text: string): string {
	const line = text.replace(/\s+/g, ' ');
	const kept = Math.min(shownLengthMax - 1, Math.floor(line.length / 2));
	const start = Math.ceil(kept / 2);
	return `${line.slice(0, start)}…${line.slice(line.length - (kept - start))}`;
}
