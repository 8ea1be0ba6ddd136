/**
 * Turns a script for `sh` into one line that bash, zsh, dash, fish and csh all read alike: sshd
 * hands the line to the account's login shell. Characters on which those shells disagree
 * (exclamation mark, quote, backslash, line end) are written in octal, and `printf` in the inner
 * `sh` restores them.
 */
export function lineForAnyShell(script: string, parameters: readonly string[] = []): string {
	const whole = `set -- ${parameters.map(quoteForShell).join(' ')}\n${script}`;
	return `exec sh -c 'eval "$(printf %b "$1")"' sh ${quoteForAnyShell(inOctal(whole))}`;
}

/** Quotes one word for POSIX shells. */
export function quoteForShell(word: string): string {
	return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** fish treats a backslash inside quotes specially. Outside of quotes all shells treat it alike. */
function quoteForAnyShell(word: string): string {
	return `'${word.replaceAll('\\', `'\\\\'`)}'`;
}

const disputed = /[\x00-\x1f\x7f!'\\]/g;

function inOctal(text: string): string {
	return text.replace(disputed, character =>
		character === '\n' ? '\\n' : `\\0${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
	);
}

/**
 * Leaves a margin below the kernel's limit of 128 KiB for one argument, since the login shell may
 * add to the line.
 */
export const lineBytesMax = 126_000;
