import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {codeOf} from '../platform/atomic-file.ts';
import {didYouMean} from '../platform/nearest.ts';

/** A prompt that the user stores as a Markdown file: `/name words` sends its body. */
export type UserCommand = {
	readonly name: string;
	readonly description: string;
	/** The completion's hint on what to type after the name; empty if the command takes nothing. */
	readonly argument: string;
	readonly body: string;
	readonly path: string;
};

export type UserCommands = {
	readonly commands: readonly UserCommand[];
	readonly warnings: readonly string[];
};

const filesMax = 200;
const fileBytesMax = 65_536;

/** Reads `commands/*.md`. An unusable file causes a warning; the program starts all the same. */
export function loadCommands(folder: string): UserCommands {
	const commands: UserCommand[] = [];
	const warnings: string[] = [];
	for (const file of markdownFiles(join(folder, 'commands'), warnings)) {
		const path = join(folder, 'commands', file);
		const loaded = loadCommand(path, file.slice(0, -'.md'.length), warnings);
		if (loaded) {
			commands.push(loaded);
		}
	}
	return {commands, warnings};
}

/**
 * Builds the prompt: `$ARGUMENTS` is all text after the name, `$1` to `$9` its words (quoted words
 * may hold spaces). If the body uses none of these, the text is added below it.
 */
export function expandCommand({body}: {readonly body: string}, text: string): string {
	const words = splitWords(text);
	const placed = body.replace(/\$(?:ARGUMENTS\b|([1-9]))/g, (_, digit?: string) =>
		digit === undefined ? text.trim() : (words[Number(digit) - 1] ?? ''),
	);
	const takesWords = /\$(?:ARGUMENTS\b|[1-9])/.test(body);
	return takesWords || text.trim() === '' ? placed : `${placed}\n\n${text.trim()}`;
}

function markdownFiles(folder: string, warnings: string[]): readonly string[] {
	try {
		const files = readdirSync(folder)
			.filter(name => name.endsWith('.md'))
			.sort();
		if (files.length > filesMax) {
			warnings.push(`${folder} holds ${files.length} commands; only ${filesMax} are read.`);
		}
		return files.slice(0, filesMax);
	} catch (error) {
		if (codeOf(error) !== 'ENOENT') {
			warnings.push(`${folder} can't be read (${codeOf(error)}).`);
		}
		return [];
	}
}

function loadCommand(path: string, name: string, warnings: string[]): UserCommand | null {
	const refuse = (why: string) => {
		warnings.push(`${path} is not used: ${why}.`);
		return null;
	};
	if (!/^[a-z0-9][a-z0-9_-]*$/.test(name)) {
		return refuse('a command is named with small letters, digits and dashes');
	}
	let text: string;
	try {
		if (statSync(path).size > fileBytesMax) {
			return refuse(`it is longer than ${fileBytesMax / 1024} KB`);
		}
		text = readFileSync(path, 'utf8');
	} catch (error) {
		return refuse(`it can't be read (${codeOf(error)})`);
	}
	const parts = splitFrontMatter(text);
	if (!parts) {
		return refuse('its front matter has no closing ---');
	}
	const body = parts.body.trim();
	if (body === '') {
		return refuse('it is empty');
	}
	const fields = readFields(parts.front, path, warnings);
	return {
		name,
		path,
		body,
		description: fields.get('description') ?? firstLine(body),
		argument: fields.get('argument') ?? '',
	};
}

function splitFrontMatter(text: string): {front: string; body: string} | null {
	const plain = text.replace(/^\uFEFF/, '').replace(/\r\n/g, '\n');
	if (!plain.startsWith('---\n')) {
		return {front: '', body: plain};
	}
	const match = /^---\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(plain);
	return match ? {front: match[1] ?? '', body: plain.slice(match[0].length)} : null;
}

const fieldNames = ['description', 'argument'];

function readFields(front: string, path: string, warnings: string[]): ReadonlyMap<string, string> {
	const fields = new Map<string, string>();
	for (const line of front.split('\n').filter(one => one.trim() !== '' && !one.startsWith('#'))) {
		const [, key = '', value = ''] = /^([A-Za-z_-]+)\s*:\s*(.*)$/.exec(line) ?? [];
		if (fieldNames.includes(key)) {
			fields.set(key, value.trim().replace(/^(["'])(.*)\1$/, '$2'));
		} else {
			const what = key === '' ? `"${line.trim()}" is not "name: value"` : `"${key}" is not known`;
			warnings.push(`${path}: ${what}.${key === '' ? '' : didYouMean(key, fieldNames)}`);
		}
	}
	return fields;
}

const descriptionLengthMax = 80;

function firstLine(body: string): string {
	const line = body.split('\n')[0] ?? '';
	return line.replace(/^#+\s*/, '').slice(0, descriptionLengthMax);
}

function splitWords(text: string): readonly string[] {
	return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
		([, double, single, plain]) => double ?? single ?? plain ?? '',
	);
}
