/**
 * Text from models, tools and terminals is data. Nothing in it may move the cursor, change a
 * colour, set a title or turn the reading direction: such characters are drawn, not obeyed.
 */
export function neutralise(text: string): string {
	return dangerous.test(text) ? text.replace(dangerousAll, show) : text;
}

/** For cards, where what is shown must be what runs: also shows what is drawn as nothing. */
export function reveal(text: string): string {
	const shown = neutralise(text);
	return isAscii.test(shown)
		? shown.replaceAll('\t', '␉')
		: shown.replaceAll('\t', '␉').replace(overlays, show).replace(unseen, show);
}

/** The same for what has one row: a line break in it is drawn as well, so that it can't begin another. */
export function revealInRow(text: string): string {
	return reveal(text.replaceAll('\n', '\u240A'));
}

const isAscii = /^[\u0000-\u007F]*$/;

/** The same for terminals that can draw only ASCII: `\x1b` in place of the picture of it. */
export function revealPlain(text: string): string {
	return reveal(text)
		.replace(
			/[\u2400-\u2421]/g,
			picture => `\\x${controlOf(picture).toString(16).padStart(2, '0')}`,
		)
		.replace(notAscii, show);
}

const notAscii = /[^\u0000-\u007F]/gu;

function controlOf(picture: string): number {
	return picture === '\u2421' ? 0x7f : picture.charCodeAt(0) - 0x2400;
}

/** Drawn as nothing or as a blank, or not known to be drawn at all. */
const unseen =
	/[\p{Default_Ignorable_Code_Point}\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u2800\uFFF9-\uFFFC\p{Co}\p{Cn}\p{Cs}]/gu;

/** Marks that are drawn over a letter of a command, a bar through all of it for example. */
const overlays = /\p{Me}|(?<=(?:^|[ -~])\p{M}*)\p{M}/gu;

const dangerousSource =
	'[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]';
const dangerous = new RegExp(dangerousSource);
const dangerousAll = new RegExp(dangerousSource, 'g');

function show(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	if (code > 0xffff) {
		return `\\u{${code.toString(16)}}`;
	}
	if (code < 0x20) {
		return String.fromCharCode(0x2400 + code);
	}
	return code === 0x7f ? '␡' : `\\u${code.toString(16).padStart(4, '0')}`;
}
