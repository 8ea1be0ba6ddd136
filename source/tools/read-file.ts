import {assertNever} from '../events/assert-never.ts';
import {failed, type Result} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {beginningOf} from '../events/shorten.ts';
import {clamp} from './clamp.ts';
import {withDeadline} from './deadline.ts';
import {type Content, decodeContent} from './file-content.ts';
import {fileFailure} from './file-failure.ts';
import {type FoundPlace, pathRisks, readScope, resolvePath} from './resolved-path.ts';
import {hostSchema} from './terminal-input.ts';
import {fail, succeed, type Tool, type ToolContext} from './tool.ts';

export const readFileTool: Tool = {
	name: 'read_file',
	description:
		'Reads a text file, or a range of its lines. Long files come in parts: "hint" says how to go on. Images and other binary files are described, not shown.',
	parameters: {
		type: 'object',
		properties: {
			path: {type: 'string', description: 'The file, relative to the working folder or absolute.'},
			from_line: {type: 'integer', description: 'First line, from 1. Default 1.', minimum: 1},
			lines: {type: 'integer', description: 'How many. Default: as many as fit.', minimum: 1},
			encoding: {
				type: 'string',
				description: 'Such as utf-8, utf-16le or shift_jis. Default: found out.',
			},
			host: hostSchema,
		},
		required: ['path'],
	},
	scope: (input, context) => readScope(input['path'], context),
	exposure: ({path}, context) => pathRisks([path], context),
	summary: input =>
		`read ${input['path']}${input['from_line'] === undefined ? '' : ` from line ${input['from_line']}`}`,
	run,
};

const fileBytesMax = 67_108_864;
const charactersMax = 60_000;
const readMsMax = 20_000;

async function run(input: JsonObject, context: ToolContext): Promise<Outcome> {
	const found = await resolvePath(input['path'], context);
	if (!found.ok) {
		return fail(found.failure);
	}
	const place = found.value;
	const bytes = await withDeadline(context, readMsMax, signal => readWhole(place, signal));
	if (!bytes.ok) {
		return fail(bytes.failure);
	}
	const content = decode(bytes.value, input['encoding']);
	if (!content.ok) {
		return fail(content.failure);
	}
	return succeed({
		path: place.shown,
		bytes: bytes.value.length,
		...(content.value.type === 'text'
			? textAnswer(content.value, input)
			: binaryAnswer(content.value)),
	});
}

async function readWhole(
	{files, path, shown}: FoundPlace,
	signal: AbortSignal,
): Promise<Result<Buffer>> {
	try {
		const answer = await files.read(path, {bytesMax: fileBytesMax, signal});
		switch (answer.type) {
			case 'bytes':
				return {ok: true, value: answer.bytes};
			case 'too-large':
				return {ok: false, failure: tooLarge(shown, answer.size)};
			case 'folder':
				return wrong(`${shown} is a folder. Use list_files.`);
			case 'device':
				return wrong(`${shown} is a device or a pipe, not a file.`);
			default:
				return assertNever(answer);
		}
	} catch (error) {
		return {ok: false, failure: fileFailure(error, shown)};
	}
}

function wrong(message: string): Result<never> {
	return {ok: false, failure: failed('bad-input', message)};
}

function tooLarge(shown: string, bytes: number) {
	return failed(
		'limit',
		`${shown} has ${bytes} bytes, more than the ${fileBytesMax} that are read at once. Use unified_exec with head, tail or sed for a part of it.`,
	);
}

function decode(bytes: Buffer, encoding: unknown): Result<Content> {
	const label = typeof encoding === 'string' && encoding !== 'auto' ? encoding : null;
	try {
		return {ok: true, value: decodeContent(bytes, label)};
	} catch {
		return {ok: false, failure: failed('bad-input', `"${label}" is not the name of an encoding.`)};
	}
}

function binaryAnswer({kind, size}: Extract<Content, {type: 'binary'}>): JsonObject {
	return {
		binary: true,
		kind,
		...(size && {width: size.width, height: size.height}),
		content: null,
	};
}

function textAnswer(
	{text, encoding}: Extract<Content, {type: 'text'}>,
	input: JsonObject,
): JsonObject {
	const lines = text.split('\n');
	const total = text.endsWith('\n') ? lines.length - 1 : lines.length;
	const from = clamp(input['from_line'], {fallback: 1, min: 1, max: Math.max(1, total)});
	const wanted = clamp(input['lines'], {fallback: total, min: 1, max: total});
	const last = Math.min(total, from - 1 + wanted);
	const fitting = fittingLines(lines, {from, last});
	const content = lines.slice(from - 1, fitting).join('\n');
	const isCut = content.length > charactersMax;
	return {
		binary: false,
		encoding,
		from_line: total === 0 ? 0 : from,
		to_line: fitting,
		total_lines: total,
		content: `${beginningOf(content, charactersMax)}${fitting < lines.length ? '\n' : ''}`,
		truncated: fitting < last || isCut,
		hint: hintOf({isCut, line: from, next: fitting < last ? fitting + 1 : null}),
	};
}

function hintOf({
	isCut,
	line,
	next,
}: {
	isCut: boolean;
	line: number;
	next: number | null;
}): string | null {
	const rest = `Line ${line} is longer than what is shown of it; unified_exec with cut -c shows the rest.`;
	const more = next === null ? [] : [`Go on with from_line ${next}.`];
	const hints = isCut ? [rest, ...more] : more;
	return hints.length === 0 ? null : hints.join(' ');
}

/** Counts the whole lines that fit into the limit; at least one. */
function fittingLines(
	lines: readonly string[],
	{from, last}: {from: number; last: number},
): number {
	let characters = 0;
	let line = from - 1;
	while (line < last && (line < from || characters + lines[line]!.length < charactersMax)) {
		characters += lines[line]!.length + 1;
		line += 1;
	}
	return line;
}
