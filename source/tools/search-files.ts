import {failed, type Result} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {clamp} from './clamp.ts';
import {withDeadline} from './deadline.ts';
import {fileFailure} from './file-failure.ts';
import {accessIn, pathRisks, readScope, resolvePath, shownPath} from './resolved-path.ts';
import {searchByHand} from './search-by-hand.ts';
import type {Matches, SearchRequest} from './search-request.ts';
import {searchWithRipgrep} from './search-with-ripgrep.ts';
import {hostSchema} from './terminal-input.ts';
import {fail, succeed, type Tool, type ToolContext} from './tool.ts';

export const searchFiles: Tool = {
	name: 'search_files',
	description:
		'Finds lines that match a regular expression in the files below a folder, as path:line:text. Leaves out hidden, ignored and binary files.',
	parameters: {
		type: 'object',
		properties: {
			pattern: {type: 'string', description: 'A regular expression, or with literal a text.'},
			path: {type: 'string', description: 'Folder or file. Default: the working folder.'},
			glob: {type: 'string', description: 'Only files like this, such as "*.ts".'},
			literal: {type: 'boolean', description: 'Take pattern as it is. Default false.'},
			ignore_case: {type: 'boolean', description: 'Default false.'},
			max: {type: 'integer', description: 'Most matches. Default 100, at most 1000.'},
			host: hostSchema,
		},
		required: ['pattern'],
	},
	scope: (input, context) => readScope(input['path'], context),
	exposure: ({path}, context) => pathRisks([path], context),
	summary: input => `search ${input['path'] ?? '.'} for ${JSON.stringify(input['pattern'])}`,
	run,
};

const matchesMax = {fallback: 100, min: 1, max: 1000};
const searchMsMax = 30_000;

async function run(input: JsonObject, context: ToolContext): Promise<Outcome> {
	const pattern = String(input['pattern']);
	if (pattern === '') {
		return fail(failed('bad-input', '"pattern" is empty; give what to look for.'));
	}
	const there = await resolvePath(input['path'], context);
	if (!there.ok) {
		return fail(there.failure);
	}
	const place = there.value;
	try {
		await place.files.stat(place.path, context);
	} catch (error) {
		return fail(fileFailure(error, place.shown));
	}
	const {mayRead} = accessIn(place, context);
	const leftOut = new Set<string>();
	const request: SearchRequest = {
		files: place.files,
		path: place.path,
		pattern,
		isLiteral: input['literal'] === true,
		ignoresCase: input['ignore_case'] === true,
		glob: typeof input['glob'] === 'string' && input['glob'] !== '' ? input['glob'] : null,
		matchesMax: clamp(input['max'], matchesMax),
		mayRead: path => mayRead(path) || !leftOut.add(path),
	};
	const found = await withDeadline(context, searchMsMax, signal => search(request, signal));
	return found.ok ? succeed(present(found.value, {context, leftOut})) : fail(found.failure);
}

type SearchAnswer = Matches & {readonly engine: 'ripgrep' | 'own'};

/** Uses ripgrep if it is installed, otherwise our own search. */
async function search(request: SearchRequest, signal: AbortSignal): Promise<Result<SearchAnswer>> {
	const quick = await searchWithRipgrep(request, signal);
	if (quick !== null) {
		return quick.ok ? {ok: true, value: {...quick.value, engine: 'ripgrep'}} : quick;
	}
	const byHand = await searchByHand(request, signal);
	return byHand.ok ? {ok: true, value: {...byHand.value, engine: 'own'}} : byHand;
}

function present(
	{matches, isTruncated, hint, engine}: SearchAnswer,
	{context, leftOut}: {context: ToolContext; leftOut: ReadonlySet<string>},
): JsonObject {
	const more = isTruncated ? 'There may be more: narrow the pattern, the path or glob.' : null;
	const hints = [hint ?? more, leftOut.size > 0 ? secretHint : null].filter(one => one !== null);
	return {
		count: matches.length,
		matches: matches.map(({path, line, text}) => `${shownPath(path, context.cwd)}:${line}:${text}`),
		truncated: isTruncated,
		hint: hints.length > 0 ? hints.join(' ') : null,
		engine,
	};
}

const secretHint =
	'Files that hold secrets, or that a rule speaks of, were left out. Name such a file itself, so that the person can be asked about it.';
