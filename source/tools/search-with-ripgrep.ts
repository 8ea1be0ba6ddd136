import {failed, type Result} from '../events/failure.ts';
import {type Match, type Matches, type SearchRequest, shownLine} from './search-request.ts';

const fileSizeMax = '16M';
const columnsMax = 1000;
const ripgrepFoundNothing = 1;

/** Null when there is no ripgrep on that machine. */
export async function searchWithRipgrep(
	request: SearchRequest,
	signal: AbortSignal,
): Promise<Result<Matches> | null> {
	const matches: Match[] = [];
	const enough = new AbortController();
	const ended = await request.files.run(ripgrepArguments(request), {
		signal: AbortSignal.any([signal, enough.signal]),
		onLine(line) {
			const parsed = parseLine(line);
			const match = parsed !== null && request.mayRead(parsed.path) ? parsed : null;
			if (match !== null && matches.length < request.matchesMax) {
				matches.push(match);
			} else if (match !== null) {
				enough.abort();
			}
		},
	});
	if (ended === null) {
		return null;
	}
	const {exitCode, signal: endedBy, lastWords} = ended;
	if (exitCode !== null && exitCode > ripgrepFoundNothing && matches.length === 0) {
		return {ok: false, failure: failed('bad-input', `The search failed: ${lastWords.trim()}`)};
	}
	return {ok: true, value: {matches, isTruncated: endedBy !== null}};
}

function ripgrepArguments({
	path,
	pattern,
	isLiteral,
	ignoresCase,
	glob,
}: SearchRequest): readonly [string, ...string[]] {
	return [
		'rg',
		'--no-config',
		// As list_files: a .gitignore counts wherever it lies.
		'--no-require-git',
		'--line-number',
		'--with-filename',
		'--no-heading',
		'--color=never',
		'--null',
		`--max-filesize=${fileSizeMax}`,
		`--max-columns=${columnsMax}`,
		'--max-columns-preview',
		...(isLiteral ? ['--fixed-strings'] : []),
		...(ignoresCase ? ['--ignore-case'] : []),
		...(glob === null ? [] : [`--glob=${glob}`]),
		`--regexp=${pattern}`,
		'--',
		path,
	];
}

/** `path NUL line : text`: no path can hold a NUL, so nothing has to be guessed. */
function parseLine(line: string): Match | null {
	const found = /^([^\0]+)\0(\d+):([\s\S]*)$/.exec(line);
	return found ? {path: found[1]!, line: Number(found[2]), text: shownLine(found[3]!)} : null;
}
