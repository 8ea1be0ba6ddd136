import {isJsonObject} from '../../events/json.ts';
import type {NeutralItem, NeutralPart} from '../neutral.ts';
import type {Attempt, Mended, OfferedTool} from '../repair/attempt.ts';
import type {Openers} from '../repair/reader-openers.ts';
import {callKey, clueOf, type Looked, plainTexts, showsCall} from '../repair/shown-calls.ts';
import {parseJson} from './request-reading.ts';

/**
 * Returns whether a person or a tool has shown the model this call, which it wrote as text. Then
 * the model only quotes it: the content of a page or a file is never the model's own wish.
 * `perhaps`: the call is so short that the model may have written it by itself.
 */
export type Echo = (attempt: Attempt, mended: Mended) => 'quoted' | 'perhaps' | null;

const quotedLengthMin = 24;

export function echoesIn(
	items: readonly NeutralItem[],
	{tools, openers}: {readonly tools: readonly OfferedTool[]; readonly openers: Openers},
): Echo {
	const texts = items.flatMap(item => heard(item)).flatMap(textOf);
	let left = lettersMax;
	return ({raw}, mended) => {
		left -= texts.reduce((sum, text) => sum + text.length, raw.length);
		if (left < 0) {
			return 'perhaps';
		}
		if (isRepeated(texts, raw)) {
			return 'quoted';
		}
		if (mended.type !== 'call') {
			return null;
		}
		const key = callKey(mended.name, mended.arguments);
		const clue = clueOf(mended.name, mended.arguments);
		const shown = isShown(texts, {key, clue, tools, openers});
		if (shown === false || isConfirmed(items, key)) {
			return null;
		}
		const isLong = key.length - mended.name.length >= quotedLengthMin;
		return shown === true && isLong ? 'quoted' : 'perhaps';
	};
}

/**
 * The limit for the search. In a very long conversation with many calls in one reply, the last
 * calls are not searched for.
 */
const lettersMax = 64 * 1024 * 1024;

function isShown(texts: readonly string[], looked: Looked): boolean | 'unknown' {
	for (const text of texts.filter(one => mayHold(one, looked.clue))) {
		for (const plain of plainTexts(text)) {
			const found = showsCall(plain, looked);
			if (found !== false) {
				return found;
			}
		}
	}
	return false;
}

/**
 * The question to the model about a call that it may only quote. Later the question is recognised
 * by this text.
 */
export const echoQuestion =
	'The same call stands in what you were shown. If it is your own wish, write it again; if you only quote it, put it into a code fence.';

/** Whether the model was asked about this call and wrote it again. */
function isConfirmed(items: readonly NeutralItem[], key: string): boolean {
	const asked = new Set(
		items.flatMap(item =>
			item.type === 'result' && item.parts.flatMap(textOf).some(text => text.includes(echoQuestion))
				? [item.id]
				: [],
		),
	);
	return items.some(item => {
		const given = item.type === 'call' && asked.has(item.id) ? parseJson(item.arguments) : null;
		return item.type === 'call' && isJsonObject(given) && callKey(item.name, given) === key;
	});
}

function heard(item: NeutralItem): readonly NeutralPart[] {
	const isHeard = item.type === 'result' || (item.type === 'message' && item.role === 'user');
	return isHeard ? item.parts : [];
}

function textOf(part: NeutralPart): readonly string[] {
	if (part.type === 'text') {
		return [part.text];
	}
	const file = part.type === 'file' ? part.url : '';
	const found = /^data:(?:text\/|application\/(?:json|xml))[^,]{0,200},/.exec(file);
	const data = found ? file.slice(found[0].length) : '';
	return found
		? [found[0].endsWith(';base64,') ? Buffer.from(data, 'base64').toString() : data]
		: [];
}

function closed(text: string): string {
	return text.replace(/\s+/g, '');
}

/** Whether the text was shown to the model word for word, apart from blanks. */
function isRepeated(texts: readonly string[], raw: string): boolean {
	const words = closed(raw);
	const clue = clueOf('', {raw});
	return (
		words.length >= quotedLengthMin &&
		texts
			.filter(text => mayHold(text, clue))
			.some(text => plainTexts(text).some(plain => closed(plain).includes(words)))
	);
}

/** A quick test before a text is decoded. It also succeeds if the word may be hidden or escaped. */
function mayHold(text: string, clue: string): boolean {
	return text.includes(clue) || /[\u00AD\u200B-\u200F\u2060\uFEFF]|\\u[\da-f]{4}|&#/i.test(text);
}
