import {parseJson} from './request-reading.ts';

/**
 * Reads and writes server-sent events. Both are pure. The reader takes text that may be cut
 * anywhere. It uses only `event` and `data`, and ignores comments and other fields.
 */
export type SseReader = {
	readonly push: (text: string) => void;
	/**
	 * Call this when the other side has closed. A last event without its empty line still counts, but
	 * an incomplete line does not.
	 */
	readonly end: () => void;
	/** Returns how many characters of an incomplete event are kept. */
	readonly heldLength: () => number;
};

export type SseOptions = {
	/** Called with each line that does not belong into a stream of events. */
	readonly onOther?: (line: string) => void;
	/**
	 * If present, handles as many complete events as it can from a position on. Returns the position
	 * at which the reader continues.
	 */
	readonly skim?: ((text: string, at: number) => number) | undefined;
};

export function createSseReader(
	onEvent: (data: string, name: string) => void,
	{onOther = () => {}, skim}: SseOptions = {},
): SseReader {
	let partial = '';
	let data: string | null = null;
	let name = '';
	const dispatch = () => {
		if (data !== null) {
			onEvent(data, name);
		}
		data = null;
		name = '';
	};
	const line = (text: string) => {
		if (text === '') {
			dispatch();
			return;
		}
		const colon = text.indexOf(':');
		const field = colon === -1 ? text : text.slice(0, colon);
		if (field === 'data') {
			const value = fieldValue(text, colon);
			data = data === null ? value : `${data}\n${value}`;
		} else if (field === 'event') {
			name = fieldValue(text, colon);
		} else if (colon !== 0 && field !== 'id' && field !== 'retry') {
			onOther(text);
		}
	};
	return {
		push(text) {
			let start = skim && partial === '' && data === null && name === '' ? skim(text, 0) : 0;
			let end = text.indexOf('\n', start);
			while (end !== -1) {
				const piece = text.slice(start, end);
				if (data === null && partial === '' && isOneLine(text, {start, end})) {
					onEvent(withoutReturn(piece.slice(usualBeginning.length)), name);
					name = '';
					start = skim ? skim(text, end + 2) : end + 2;
				} else {
					line(withoutReturn(partial === '' ? piece : partial + piece));
					partial = '';
					start = end + 1;
				}
				end = text.indexOf('\n', start);
			}
			partial += start === 0 ? text : text.slice(start);
		},
		end() {
			if (isWhole(partial)) {
				line(withoutReturn(partial));
				dispatch();
			} else {
				onOther(withoutReturn(partial));
			}
		},
		heldLength: () => partial.length + (data?.length ?? 0),
	};
}

/** Writes one event. The data must contain no line breaks, as JSON does. */
export function sseEvent(data: string, name = ''): string {
	return name === '' ? `data: ${data}\n\n` : `event: ${name}\ndata: ${data}\n\n`;
}

const newline = 10;
const carriageReturn = 13;
const space = 32;
const usualBeginning = 'data: ';

/** Whether the text is one line of data and an empty line, as nearly every event is. */
function isOneLine(
	text: string,
	{start, end}: {readonly start: number; readonly end: number},
): boolean {
	return text.charCodeAt(end + 1) === newline && text.startsWith(usualBeginning, start);
}

function fieldValue(text: string, colon: number): string {
	if (colon === -1) {
		return '';
	}
	return text.slice(text.charCodeAt(colon + 1) === space ? colon + 2 : colon + 1);
}

function isWhole(line: string): boolean {
	const value = line.replace(/^data:/, '').trim();
	return value === '' || value === '[DONE]' || parseJson(value) !== undefined;
}

function withoutReturn(line: string): string {
	return line.charCodeAt(line.length - 1) === carriageReturn ? line.slice(0, -1) : line;
}
