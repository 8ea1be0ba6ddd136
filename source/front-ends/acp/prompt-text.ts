import {readFileSync, statSync} from 'node:fs';
import {isAbsolute, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {ContentBlock} from '@agentclientprotocol/sdk';
import {imageMark} from '../../state/items/message.ts';
import {longestTicks} from '../../text/longest-ticks.ts';

export type PromptFiles = {
	readonly cwd: string;
	/** The text of a file as the editor has it; null if the editor can't tell. */
	readonly readFile: (path: string) => Promise<string | null>;
	/**
	 * Stores an image in the session and returns its name; null if it is of a kind or size that
	 * models can't take.
	 */
	readonly keepImage: (base64: string) => string | null;
};

/** The text for the model, or the reason why the prompt can't be sent. */
export type PromptText = {readonly text: string} | {readonly problem: string};

/**
 * Makes the message from a prompt: its text, the names of its files, and the contents of files that
 * the editor sent along.
 */
export async function promptText(
	blocks: readonly ContentBlock[],
	ports: PromptFiles,
): Promise<PromptText> {
	const audio = blocks.some(({type}) => type === 'audio');
	if (audio) {
		return {problem: "The model can't be given this audio: only text, files and images."};
	}
	const images = keepImages(blocks, ports);
	if (images.includes(null)) {
		return {
			problem: "The model can't be given this image: only PNG, JPEG, GIF and WebP of 3.9 MB.",
		};
	}
	const said: string[] = [];
	const files: string[] = [];
	for (const block of blocks) {
		const {words, file} = await partOf(block, ports);
		said.push(words);
		file === '' || files.push(file);
	}
	const marks = images.flatMap(name => (name === null ? [] : [imageMark(name)]));
	return {
		text: [said.join('').trim(), ...marks, ...files].filter(text => text !== '').join('\n\n'),
	};
}

/** Stores the images of a prompt in the session. An image that can't be stored gives null. */
function keepImages(
	blocks: readonly ContentBlock[],
	{keepImage}: PromptFiles,
): readonly (string | null)[] {
	return blocks.flatMap(block => {
		if (block.type === 'image') {
			return [keepImage(block.data)];
		}
		const blob = block.type === 'resource' && 'blob' in block.resource ? block.resource : null;
		return blob?.mimeType?.startsWith('image/') ? [keepImage(blob.blob)] : [];
	});
}

type PromptPart = {readonly words: string; readonly file: string};

async function partOf(block: ContentBlock, ports: PromptFiles): Promise<PromptPart> {
	switch (block.type) {
		case 'text':
			return {words: block.text, file: ''};
		case 'resource_link': {
			const path = pathOf(block.uri);
			const name = path === null ? block.uri : shownPath(path, ports.cwd);
			const unsaved = path === null ? null : await unsavedText(path, ports);
			return {words: name, file: unsaved === null ? '' : fileText(name, unsaved, unsavedWords)};
		}
		case 'resource': {
			const {resource} = block;
			const path = pathOf(resource.uri);
			const name = path === null ? resource.uri : shownPath(path, ports.cwd);
			if ('blob' in resource && resource.mimeType?.startsWith('image/')) {
				return {words: name, file: ''};
			}
			const file =
				'text' in resource ? fileText(name, resource.text, givenWords) : `${name} is no text.`;
			return {words: name, file};
		}
		default:
			return {words: '', file: ''};
	}
}

function pathOf(uri: string): string | null {
	try {
		return isAbsolute(uri) ? uri : fileURLToPath(uri.replace(/[#?].*$/, ''));
	} catch {
		return null;
	}
}

function shownPath(path: string, cwd: string): string {
	const name = relative(cwd, path);
	return name === '' || name.startsWith('..') || isAbsolute(name) ? path : name;
}

const comparedBytesMax = 4_194_304;
const unsavedLengthMax = 400_000;

/**
 * Returns the editor's text of a file if it differs from the file on disk, because the tools read
 * the disk; else null.
 */
async function unsavedText(path: string, {readFile}: PromptFiles): Promise<string | null> {
	const text = await readFile(path);
	return text === null || text.length > unsavedLengthMax || text === savedText(path) ? null : text;
}

function savedText(path: string): string | null {
	try {
		return statSync(path).size > comparedBytesMax ? null : readFileSync(path, 'utf8');
	} catch {
		return null;
	}
}

const givenWords = 'as the editor gave it';
const unsavedWords = 'as it stands in the editor, not saved: the file on disk differs';

function fileText(name: string, text: string, how: string): string {
	const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
	return `${name} (${how}):\n${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
}
