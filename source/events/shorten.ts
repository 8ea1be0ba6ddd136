/**
 * Shortens texts in which secrets are searched only later. Half a secret would not be recognised
 * then, so a word that the cut would tear is left out whole. If a redactor is at hand, redact first
 * instead.
 */

/** Returns the beginning of the text, of at most that length. */
export function beginningOf(text: string, lengthMax: number): string {
	return text.length <= lengthMax ? text : text.slice(0, betweenWords(text, lengthMax, -1));
}

/** Returns the end of the text, of at most that length. */
export function endOf(text: string, lengthMax: number): string {
	return text.length <= lengthMax
		? text
		: text.slice(betweenWords(text, text.length - lengthMax, 1));
}

/**
 * Passwords and tokens are shorter than this; half of something longer is still recognised by its
 * length.
 */
const wordLengthMax = 1000;

/** A text without spaces, such as minified code, is cut beside a sign that no token contains. */
const boundaries = [/\s/, /[^\w+/=.~%\uD800-\uDFFF-]/];

/** Returns the nearest place between two words, from `at` in one direction; `at` if there is none. */
function betweenWords(text: string, at: number, step: -1 | 1): number {
	for (const boundary of boundaries) {
		for (let distance = 0; distance < wordLengthMax; distance += 1) {
			const place = at + step * distance;
			if (boundary.test(text[place - 1] ?? '') || boundary.test(text[place] ?? '')) {
				return place;
			}
		}
	}
	return at;
}
