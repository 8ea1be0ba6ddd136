import {failed, type Result} from '../events/failure.ts';
import {type Match, type Matches, type SearchRequest, shownLine} from './search-request.ts';

const fileSizeMax = '16M';
const columnsMax = 1000;
const ripgrepFoundNothing = 1;

/** Resolves to null if that machine has no ripgrep. */
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
		// Like list_files, obey a .gitignore even outside of a repository.
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

/** Parses `path NUL line : text`. No path can hold a NUL, so the split is unambiguous. */
function parseLine(line: string): Match | null {
	const found = /^([^\0]+)\0(\d+):([\s\S]*)$/.exec(line);
	return found ? {path: found[1]!, line: Number(found[2]), text: shownLine(found[3]!)} : null;
}
