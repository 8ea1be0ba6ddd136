/**
 * Makes a text from a model, tool or terminal safe to draw. It must not move the cursor, change a
 * colour, set a title or turn the reading direction, so such characters are replaced by visible
 * ones.
 */
export function neutralise(text: string): string {
	return dangerous.test(text) ? text.replace(dangerousAll, show) : text;
}

/**
 * Like `neutralise`, and makes invisible characters visible too, for cards, which must show exactly
 * what will run.
 */
export function reveal(text: string): string {
	const shown = neutralise(text);
	return isAscii.test(shown)
		? shown.replaceAll('\t', '␉')
		: shown.replaceAll('\t', '␉').replace(overlays, show).replace(unseen, show);
}

/** Like `reveal`, for one row: a line break is made visible too, so it can't begin another row. */
export function revealInRow(text: string): string {
	return reveal(text.replaceAll('\n', '\u240A'));
}

/**
 * Like `revealInRow`, for a line of a file: each tab is a mark that fills up to its tab stop, so the
 * indentation looks as in an editor. `sign` is the number of columns before the line itself.
 */
export function revealLine(line: string, {mark = '→', sign = 0} = {}): string {
	const [first = '', ...others] = line.split('\t').map(revealInRow);
	return others.reduce(
		(row, piece) => row + mark.padEnd(tabColumns - ((row.length - sign) % tabColumns)) + piece,
		first,
	);
}

const tabColumns = 4;

const isAscii = /^[\u0000-\u007F]*$/;

/** Like `reveal`, for terminals that can only show ASCII: writes `\x1b` instead of a symbol. */
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

/** Characters that are invisible, look like a blank, or may not be drawn at all. */
const unseen =
	/[\p{Default_Ignorable_Code_Point}\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u2800\uFFF9-\uFFFC\p{Co}\p{Cn}\p{Cs}]/gu;

/** Marks that are drawn over other characters, such as a bar through a whole command. */
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
