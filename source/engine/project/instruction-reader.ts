import {createHash} from 'node:crypto';
import {dirname, join, relative, resolve} from 'node:path/posix';
import type {InstructionFile} from '../../events/project.ts';
import type {FileFacts, Files} from '../../platform/files.ts';
import {liesIn} from '../../platform/lies-in.ts';
import {reveal, revealInRow} from '../../text/neutralise.ts';
import {sizeWords} from '../../text/size-words.ts';
import {includesIn} from './find-includes.ts';

const fileBytesMax = 32_000;
const allBytesMax = 96_000;
const includeDepthMax = 5;
const includesMax = 20;

export type ReadInstructions = InstructionFile & {
	/** The text as it is shown and told to the model, with invisible characters made visible. */
	readonly text: string;
};

export type InstructionReader = {
	/**
	 * Reads the file and those that it includes, which come before it. Returns an empty list if the
	 * file is left out.
	 */
	readonly read: (path: string) => Promise<readonly ReadInstructions[]>;
	readonly notes: readonly string[];
};

type ReaderOptions = {
	readonly files: Files;
	/** The resolved path of a folder; nothing outside of it is read. */
	readonly root: string;
	readonly by: InstructionFile['by'];
	/** Why a file in the folder must not be read; null if it may. */
	readonly whyNot: (path: string) => string | null;
	readonly signal: AbortSignal;
};

/**
 * Makes a reader for files that instruct the model, and for files that they include. The nearest
 * file is read first, so that those farther away are left out if space runs out.
 */
export function createInstructionReader(options: ReaderOptions): InstructionReader {
	const reading: Reading = {
		options,
		notes: [],
		known: new Set(),
		room: {bytes: allBytesMax, includes: includesMax},
	};
	return {read: path => readFile(reading, {path, from: null}), notes: reading.notes};
}

/** State that all files of one reader share. */
type Reading = {
	readonly options: ReaderOptions;
	readonly notes: string[];
	/** The resolved paths of the files that were read. */
	readonly known: Set<string>;
	readonly room: {bytes: number; includes: number};
};

type Includer = {readonly path: string; readonly name: string; readonly depth: number};

async function readFile(
	reading: Reading,
	{path, from}: {readonly path: string; readonly from: Includer | null},
): Promise<readonly ReadInstructions[]> {
	const {options, known, room, notes} = reading;
	const name = liesIn(options.root, path) ? relative(options.root, path) : path;
	const place = await placeOf(path, options);
	if ('path' in place && known.has(place.path)) {
		return [];
	}
	const found = 'why' in place ? place : await bytesAt(place.path, options);
	if ('why' in place || 'why' in found) {
		leaveOut(reading, {name, why: 'why' in found ? found.why : ''});
		return [];
	}
	known.add(place.path);
	const {size} = found;
	const bytes = cutToLines(found, Math.min(fileBytesMax, room.bytes));
	if (bytes.length < size) {
		notes.push(cutWords(name, {kept: bytes.length, size}));
	}
	room.bytes -= bytes.length;
	const file: ReadInstructions = {
		name,
		by: options.by,
		...(from && {includedBy: from.name}),
		size,
		bytes: bytes.length,
		digest: createHash('sha256').update(bytes).digest('hex'),
		text: shownText(bytes),
	};
	const includer = {path: place.path, name, depth: from ? from.depth + 1 : 1};
	const included: ReadInstructions[] = [];
	for (const word of includesIn(file.text)) {
		included.push(...(await include(reading, {word, from: includer})));
	}
	return [...included, file];
}

async function include(
	reading: Reading,
	{word, from}: {readonly word: string; readonly from: Includer},
): Promise<readonly ReadInstructions[]> {
	const {options, known, room} = reading;
	const {files, signal} = options;
	const home = word.startsWith('~/') ? join(files.home, word.slice(2)) : word;
	const path = resolve(dirname(from.path), home);
	const facts = await factsAt(files, path, signal);
	// Most words that begin with `@` name no file, so a missing file is no problem to report.
	if (facts === null || facts.kind === 'folder' || known.has(path)) {
		return [];
	}
	const why =
		room.includes === 0
			? `${includesMax} files are included already`
			: from.depth > includeDepthMax
				? `more than ${includeDepthMax} files include each other`
				: null;
	if (why !== null) {
		leaveOut(reading, {name: word, why});
		return [];
	}
	room.includes -= 1;
	return readFile(reading, {path, from});
}

function leaveOut({notes}: Reading, {name, why}: {name: string; why: string}): void {
	notes.push(`${revealInRow(name)} is left out: ${why}.`);
}

const wholeFile = {bytesMax: fileBytesMax, range: {from: 0, length: fileBytesMax}};
const sniffedBytes = 8192;

/** Returns the first bytes of the file and its size, or why it is left out. */
async function bytesAt(
	path: string,
	{files, signal}: ReaderOptions,
): Promise<{readonly bytes: Buffer; readonly size: number} | {readonly why: string}> {
	try {
		const found = await files.read(path, {...wholeFile, signal});
		if (found.type !== 'bytes') {
			return {why: found.type === 'too-large' ? 'it is too large' : `it is a ${found.type}`};
		}
		const {bytes, size} = found;
		return bytes.subarray(0, sniffedBytes).includes(0)
			? {why: 'it is no text'}
			: {bytes, size: Math.max(size, bytes.length)};
	} catch (error) {
		return {why: `it can't be read (${codeOr(error)})`};
	}
}

/**
 * Returns the system's error code. An error without a code means that the machine is not reached,
 * so it is thrown again.
 */
function codeOr(error: unknown): string {
	const {code} = error as {readonly code?: unknown};
	if (typeof code !== 'string') {
		throw error;
	}
	return code;
}

/** Returns the resolved path of the file, or why it must not be read. */
async function placeOf(
	path: string,
	{files, root, whyNot, signal}: ReaderOptions,
): Promise<{readonly path: string} | {readonly why: string}> {
	if (!liesIn(root, path)) {
		return {why: 'it lies outside of the project'};
	}
	const real = await files.realpath(path, {signal});
	if (!liesIn(root, real)) {
		return {why: 'it is a link that leads out of the project'};
	}
	const why = whyNot(path) ?? whyNot(real);
	return why === null ? {path: real} : {why};
}

/**
 * Returns facts about the file; null if it does not exist. Throws if the machine can't be reached.
 */
export async function factsAt(
	files: Files,
	path: string,
	signal: AbortSignal,
): Promise<FileFacts | null> {
	try {
		return await files.lstat(path, {signal});
	} catch (error) {
		codeOr(error);
		return null;
	}
}

/** Cuts the text at the end of a line, so that no character and no sentence is torn. */
function cutToLines(
	{bytes, size}: {readonly bytes: Buffer; readonly size: number},
	bytesMax: number,
): Buffer {
	if (size <= bytesMax) {
		return bytes;
	}
	const kept = bytes.subarray(0, bytesMax);
	const end = kept.lastIndexOf(0x0a);
	return end === -1 ? kept : kept.subarray(0, end + 1);
}

function cutWords(name: string, {kept, size}: {kept: number; size: number}): string {
	const all = `${revealInRow(name)} has ${sizeWords(size)}`;
	return kept === 0
		? `${all} and is left out: ${sizeWords(allBytesMax)} are read in all.`
		: `${all}, of which the first ${sizeWords(kept)} are read: ${sizeWords(fileBytesMax)} a file and ${sizeWords(allBytesMax)} in all are the limits.`;
}

/** Makes invisible characters visible: text that a person can't see must not instruct the model. */
function shownText(bytes: Buffer): string {
	const text = bytes
		.toString('utf8')
		.replace(/^\uFEFF/, '')
		.replaceAll('\r\n', '\n');
	return text
		.split('\n')
		.map(line => line.split('\t').map(reveal).join('\t'))
		.join('\n');
}
