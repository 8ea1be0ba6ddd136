import {isJsonObject, type Json, type JsonObject} from '../../events/json.ts';
import {
	optionalNumber,
	optionalObject,
	optionalText,
	parseJson,
	textOf,
} from '../translate/request-reading.ts';

/** A tool's result, as the practice model understands it. */
export type SeenOutcome = {
	readonly output: string;
	readonly exitCode: number | null;
	/** The signal that has ended the program; null if none did. */
	readonly signal: string | null;
	/** The id of the terminal in which the program still runs; null if it does not. */
	readonly session: Json | null;
	readonly failure: {readonly kind: string; readonly message: string} | null;
};

/**
 * Reads a result. Our own tools return one JSON object; other clients' return text that may name an
 * exit code.
 */
export function readOutcome(text: string): SeenOutcome {
	const result = parseJson(text);
	if (!isJsonObject(result)) {
		const found = /exit(?:ed with)? code:? (-?\d+)/i.exec(text);
		return {
			output: plain(text),
			exitCode: found ? Number(found[1]) : null,
			signal: null,
			session: null,
			failure: null,
		};
	}
	const metadata = optionalObject(result['metadata']);
	const exitCode =
		optionalNumber(result['exit_code']) ?? optionalNumber(metadata?.['exit_code']) ?? null;
	const isRunning = result['running'] ?? exitCode === null;
	return {
		output: plain(outputOf(result)),
		exitCode,
		signal: optionalText(result['signal']) ?? null,
		session: isRunning === true ? (result['session_id'] ?? null) : null,
		failure: failureOf(result),
	};
}

/** Returns the lines that are not empty. */
export function linesOf(text: string): readonly string[] {
	return text.split('\n').filter(line => line.trim() !== '');
}

const outputNames = ['output', 'content', 'text', 'stdout', 'entries', 'files', 'matches', 'rows'];

/** Returns the output of a result. A program that draws has a screen in its place. */
function outputOf(result: JsonObject): string {
	const screen = optionalObject(result['screen']);
	if (screen) {
		return outputOf(screen);
	}
	for (const name of outputNames) {
		const value = result[name];
		if (typeof value === 'string') {
			return value;
		}
		if (Array.isArray(value)) {
			return value.map(entryOf).join('\n');
		}
	}
	return '';
}

function entryOf(entry: unknown): string {
	if (!isJsonObject(entry)) {
		return textOf(entry);
	}
	const name = textOf(entry['name']) || textOf(entry['path']);
	const isFolder = entry['type'] === 'folder' || entry['type'] === 'directory';
	const match = textOf(entry['text']) || textOf(entry['line']);
	return `${name}${isFolder ? '/' : ''}${match === '' ? '' : `: ${match}`}`;
}

function failureOf(result: JsonObject): SeenOutcome['failure'] {
	const {error} = result;
	if (result['success'] !== false && !error) {
		return null;
	}
	const fields = optionalObject(error);
	const message = textOf(fields?.['message']) || textOf(error) || 'It failed.';
	return {kind: textOf(fields?.['kind']) || 'failed', message};
}

/** Removes escape sequences from a terminal's output. */
function plain(text: string): string {
	return text
		.replace(/\u001B\[[0-?]*[ -/]*[@-~]/g, '')
		.replace(/\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)/g, '')
		.replace(/\r\n/g, '\n')
		.replace(/[^\n]*\r(?!\n)/g, '')
		.replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '');
}
