import {basename, relative} from 'node:path';
import {createContext, Script} from 'node:vm';
import {failed, type Result} from '../events/failure.ts';
import type {Files} from '../platform/files.ts';
import {looksBinary} from './file-content.ts';
import {compileGlob} from './glob.ts';
import {narrowed} from './search-narrow.ts';
import {type Match, type Matches, type SearchRequest, shownLine} from './search-request.ts';
import {walkFiles} from './walk-files.ts';

const fileBytesMax = 16_777_216;
const fileMsMax = 1000;
const depthMax = 64;

/** Searches file by file and line by line, for machines without ripgrep. */
export async function searchByHand(
	request: SearchRequest,
	signal: AbortSignal,
): Promise<Result<Matches>> {
	const finder = createFinder(request);
	if (!finder.ok) {
		return finder;
	}
	const matches: Match[] = [];
	const slow: string[] = [];
	for await (const {path, text} of textsOf(request, signal)) {
		const lines = text === null ? [] : finder.value(text);
		if (lines === 'too-slow') {
			slow.push(path);
			continue;
		}
		for (const {line, text: content} of lines) {
			if (matches.length === request.matchesMax) {
				return {ok: true, value: {matches, isTruncated: true}};
			}
			matches.push({path, line, text: shownLine(content)});
		}
	}
	return {
		ok: true,
		value: {
			matches,
			isTruncated: signal.aborted || slow.length > 0,
			...(slow.length > 0 && {
				hint: `The pattern took too long in ${slow.length === 1 ? 'one file' : `${slow.length} files`}; use a simpler one.`,
			}),
		},
	};
}

type Text = {readonly path: string; readonly text: string | null};

/** How many files are read at once: over a network, latency takes most of the time. */
const filesAtOnce = 16;
const namesAtOnce = 256;

async function* textsOf(request: SearchRequest, signal: AbortSignal): AsyncGenerator<Text> {
	let names: string[] = [];
	for await (const path of filesOf(request, signal)) {
		if (!request.mayRead(path)) {
			continue;
		}
		names.push(path);
		if (names.length === namesAtOnce) {
			yield* readSome(names, {request, signal});
			names = [];
		}
	}
	yield* readSome(names, {request, signal});
}

async function* readSome(
	names: readonly string[],
	{request, signal}: {request: SearchRequest; signal: AbortSignal},
): AsyncGenerator<Text> {
	const paths = await narrowed(names, request, signal);
	for (let at = 0; at < paths.length && !signal.aborted; at += filesAtOnce) {
		yield* await readTexts(paths.slice(at, at + filesAtOnce), {request, signal});
	}
}

function readTexts(
	paths: readonly string[],
	{request: {files}, signal}: {request: SearchRequest; signal: AbortSignal},
): Promise<readonly Text[]> {
	return Promise.all(
		paths.map(async path => ({path, text: await readText(files, {path, signal})})),
	);
}

async function* filesOf(
	{files, path, glob}: SearchRequest,
	signal: AbortSignal,
): AsyncGenerator<string> {
	if ((await files.stat(path, {signal})).kind === 'file') {
		yield path;
		return;
	}
	const matches = glob === null ? null : compileGlob(glob);
	for await (const found of walkFiles({files, folder: path, isAll: false, depthMax, signal})) {
		const isWanted =
			!matches || matches(relative(path, found.path)) || matches(basename(found.path));
		if (found.kind === 'file' && isWanted) {
			yield found.path;
		}
	}
}

async function readText(
	files: Files,
	{path, signal}: {path: string; signal: AbortSignal},
): Promise<string | null> {
	try {
		const answer = await files.read(path, {bytesMax: fileBytesMax, signal});
		return answer.type !== 'bytes' || looksBinary(answer.bytes)
			? null
			: answer.bytes.toString('utf8');
	} catch {
		return null;
	}
}

type Line = {readonly line: number; readonly text: string};

type Finder = (text: string) => readonly Line[] | 'too-slow';

/**
 * Returns a function that finds matches in a line. It runs as a script of its own, since only a
 * script's deadline can stop a bad pattern.
 */
function createFinder({pattern, isLiteral, ignoresCase}: SearchRequest): Result<Finder> {
	const source = isLiteral ? pattern.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') : pattern;
	try {
		const context = createContext({
			pattern: compile(source, ignoresCase ? 'i' : ''),
			lines: [],
		});
		const script = new Script(
			'lines.flatMap((text, index) => pattern.test(text) ? [{line: index + 1, text}] : [])',
		);
		return {
			ok: true,
			value(text) {
				context['lines'] = text.split('\n');
				try {
					return script.runInContext(context, {timeout: fileMsMax}) as readonly Line[];
				} catch {
					return 'too-slow';
				}
			},
		};
	} catch (error) {
		return {
			ok: false,
			failure: failed('bad-input', `"pattern" is not a regular expression: ${String(error)}`),
		};
	}
}

/**
 * Compiles the pattern, first with the `u` flag, for characters above U+FFFF. If that fails,
 * without it, which allows escapes such as `\-`.
 */
function compile(source: string, flags: string): RegExp {
	try {
		return new RegExp(source, `${flags}u`);
	} catch {
		return new RegExp(source, flags);
	}
}
