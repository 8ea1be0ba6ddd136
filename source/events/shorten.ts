/**
 * Shortens texts in which secrets are searched only later. A secret that was cut in half would not
 * be recognised then, so a word at the cut is left out completely. If you have a redactor, redact
 * the text first and don't use this.
 */

/** Returns the beginning of the text: at most `lengthMax` characters, up to the end of a word. */
export function beginningOf(text: string, lengthMax: number): string {
	return text.length <= lengthMax ? text : text.slice(0, betweenWords(text, lengthMax, -1));
}

/** Returns the end of the text: at most `lengthMax` characters, from the beginning of a word. */
export function endOf(text: string, lengthMax: number): string {
	return text.length <= lengthMax
		? text
		: text.slice(betweenWords(text, text.length - lengthMax, 1));
}

/**
 * How far to look for the end of a word. Passwords and tokens are shorter; half of something longer
 * is still recognised as a secret by its length.
 */
const wordLengthMax = 1000;

/**
 * Where a text may be cut: at a space, else beside a character that no token contains, for texts
 * without spaces such as minified code.
 */
const boundaries = [/\s/, /[^\w+/=.~%\uD800-\uDFFF-]/];

/**
 * Returns the place between two words that is nearest to `at` in the direction `step`; `at` itself
 * if there is none.
 */
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
