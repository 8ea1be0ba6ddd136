import {localHost} from '../events/ids.ts';
import type {SearchRequest} from './search-request.ts';

/** The longest list of file names that fits into one command. */
const namesLengthMax = 60_000;

/**
 * Returns the files that may contain the text. On a remote host grep finds them there, so that few
 * files are transferred; the lines themselves are still matched here.
 */
export async function narrowed(
	paths: readonly string[],
	{files, pattern, isLiteral, ignoresCase}: SearchRequest,
	signal: AbortSignal,
): Promise<readonly string[]> {
	const isPlain = isLiteral && isAscii.test(pattern);
	if (files.host === localHost || !isPlain || paths.join(' ').length > namesLengthMax) {
		return paths;
	}
	const found = new Set<string>();
	const flags = ignoresCase ? ['-l', '-F', '-i'] : ['-l', '-F'];
	const ran = await files.run(['grep', ...flags, '-e', pattern, '--', ...paths], {
		signal,
		onLine: line => found.add(line),
	});
	const isSure = ran !== null && (ran.exitCode === 0 || ran.exitCode === grepFoundNothing);
	return isSure ? paths.filter(path => found.has(path) || path.includes('\n')) : paths;
}

const grepFoundNothing = 1;
const isAscii = /^[\x20-\x7e]+$/;
