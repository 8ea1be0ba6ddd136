import {relative} from 'node:path';
import {failed} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {clamp} from './clamp.ts';
import {withDeadline} from './deadline.ts';
import {fileFailure} from './file-failure.ts';
import {compileGlob} from './glob.ts';
import {accessIn, type FoundPlace, pathRisks, readScope, resolvePath} from './resolved-path.ts';
import {hostSchema} from './terminal-input.ts';
import {fail, succeed, type Tool, type ToolContext} from './tool.ts';
import {type FoundFile, walkFiles} from './walk-files.ts';

export const listFiles: Tool = {
	name: 'list_files',
	description:
		'Lists the files below a folder, upper levels first. Leaves out what begins with a dot and what .gitignore names, unless all is set. Folders end in /, links in @.',
	parameters: {
		type: 'object',
		properties: {
			path: {type: 'string', description: 'The folder. Default: the working folder.'},
			pattern: {type: 'string', description: 'Only paths like this, such as "**/*.ts".'},
			depth: {type: 'integer', description: 'How many levels. Default: all.', minimum: 1},
			all: {type: 'boolean', description: 'Also hidden and ignored ones. Default false.'},
			max: {type: 'integer', description: 'Most entries. Default 500, at most 5000.'},
			host: hostSchema,
		},
	},
	scope: (input, context) => readScope(input['path'], context),
	exposure: ({path}, context) => pathRisks([path], context),
	summary: input =>
		`list ${input['path'] ?? '.'}${typeof input['pattern'] === 'string' ? ` (${input['pattern']})` : ''}`,
	run,
};

const entriesMax = {fallback: 500, min: 1, max: 5000};
const depths = {fallback: 64, min: 1, max: 64};
const listMsMax = 10_000;

async function run(input: JsonObject, context: ToolContext): Promise<Outcome> {
	const found = await resolvePath(input['path'], context);
	if (!found.ok) {
		return fail(found.failure);
	}
	const place = found.value;
	try {
		if ((await place.files.stat(place.path, context)).kind !== 'folder') {
			return fail(failed('bad-input', `${place.shown} is a file. Use read_file.`));
		}
	} catch (error) {
		return fail(fileFailure(error, place.shown));
	}
	return withDeadline(context, listMsMax, signal => list(input, {place, context, signal}));
}

async function list(
	input: JsonObject,
	{place, context, signal}: {place: FoundPlace; context: ToolContext; signal: AbortSignal},
): Promise<Outcome> {
	const {pattern} = input;
	const {mayName} = accessIn(place, context);
	const matches = typeof pattern === 'string' && pattern !== '' ? compileGlob(pattern) : null;
	const max = clamp(input['max'], entriesMax);
	const entries: string[] = [];
	let isTruncated = false;
	const found = walkFiles({
		files: place.files,
		folder: place.path,
		isAll: input['all'] === true,
		depthMax: clamp(input['depth'], depths),
		signal,
	});
	for await (const each of found) {
		const path = relative(place.path, each.path);
		if ((matches && !matches(path)) || !mayName(each.path)) {
			continue;
		}
		if (entries.length === max) {
			isTruncated = true;
			break;
		}
		entries.push(path + mark(each.kind));
	}
	return succeed({
		path: place.shown,
		count: entries.length,
		entries: entries.sort(),
		truncated: isTruncated || signal.aborted,
		hint: hintOf({isTruncated, isLate: signal.aborted}),
	});
}

function mark(kind: FoundFile['kind']): string {
	return kind === 'folder' ? '/' : kind === 'link' ? '@' : '';
}

function hintOf({isTruncated, isLate}: {isTruncated: boolean; isLate: boolean}): string | null {
	if (isLate) {
		return 'The listing was given up before its end. List a folder further down.';
	}
	return isTruncated ? 'There is more: give a pattern or a depth, or list a folder below.' : null;
}
