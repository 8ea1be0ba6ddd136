/**
 * Text from models, tools and terminals is data. Nothing in it may move the cursor, change a
 * colour, set a title or turn the reading direction: such characters are drawn, not obeyed.
 */
export function neutralise(text: string): string {
	return dangerous.test(text) ? text.replace(dangerousAll, show) : text;
}

/** For cards, where what is shown must be what runs: also shows zero-width characters. */
export function reveal(text: string): string {
	return neutralise(text)
		.replaceAll('\t', '␉')
		.replace(/[\u200B-\u200D\u2060\u00AD\uFEFF\u00A0\u3000]/g, show)
		.replace(tagCharacters, tag => `\\u{${tag.codePointAt(0)?.toString(16)}}`);
}

/** Characters that say something to a machine and show nothing to a person. */
const tagCharacters = /[\u{E0000}-\u{E007F}]/gu;

const dangerousSource =
	'[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]';
const dangerous = new RegExp(dangerousSource);
const dangerousAll = new RegExp(dangerousSource, 'g');

function show(character: string): string {
	const code = character.charCodeAt(0);
	if (code < 0x20) {
		return String.fromCharCode(0x2400 + code);
	}
	return code === 0x7f ? '␡' : `\\u${code.toString(16).padStart(4, '0')}`;
}
