/**
 * A script for `sh` as one line that bash, zsh, dash, fish and csh all read in the same way: sshd
 * hands the line to whatever login shell the account has. What those shells disagree about (an
 * exclamation mark, a quote, a backslash, a line's end) is written in octal and made whole by
 * `printf` in the `sh` behind it.
 */
export function lineForAnyShell(script: string, parameters: readonly string[] = []): string {
	const whole = `set -- ${parameters.map(quoteForShell).join(' ')}\n${script}`;
	return `exec sh -c 'eval "$(printf %b "$1")"' sh ${quoteForAnyShell(inOctal(whole))}`;
}

/** One word for sh and its kin. */
function quoteForShell(word: string): string {
	return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A backslash means something to fish inside of quotes, and the same to all outside of them. */
function quoteForAnyShell(word: string): string {
	return `'${word.replaceAll('\\', `'\\\\'`)}'`;
}

const disputed = /[\x00-\x1f\x7f!'\\]/g;

function inOctal(text: string): string {
	return text.replace(disputed, character =>
		character === '\n' ? '\\n' : `\\0${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
	);
}

/** The kernel takes no longer argument; what is left is room for the login shell's own words. */
export const lineBytesMax = 126_000;
