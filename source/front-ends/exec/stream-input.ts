import {isJsonObject, type Json} from '../../events/json.ts';

/** A line of stdin with `--input-format stream-json`. */
export type InputLine =
	| {readonly type: 'message'; readonly text: string}
	| {readonly type: 'interrupt'}
	| {readonly type: 'empty'}
	| {readonly type: 'wrong'; readonly problem: string};

/**
 * Reads `{"type":"message","text":"…"}` or `{"type":"interrupt"}`, and also the form in which other
 * agents take messages: `{"type":"user","message":{"role":"user","content":…}}`.
 */
export function readInputLine(line: string): InputLine {
	if (line.trim() === '') {
		return {type: 'empty'};
	}
	const value = parse(line);
	if (!isJsonObject(value)) {
		return wrong('it is no JSON object');
	}
	switch (value['type']) {
		case 'interrupt':
			return {type: 'interrupt'};
		case 'message':
			return messageOf(value['text'], '"text" has to be a text');
		case 'user': {
			const {message} = value;
			const content = isJsonObject(message) ? message['content'] : undefined;
			return messageOf(textOf(content), '"message.content" has to be a text or a list of texts');
		}
		default:
			return wrong('"type" has to be "message" or "interrupt"');
	}
}

function messageOf(text: unknown, problem: string): InputLine {
	if (typeof text !== 'string') {
		return wrong(problem);
	}
	return text.trim() === '' ? wrong('the message is empty') : {type: 'message', text};
}

/** Returns null if a piece of the content is not text, because no piece may be lost silently. */
function textOf(content: Json | undefined): string | null {
	if (typeof content === 'string') {
		return content;
	}
	if (!Array.isArray(content)) {
		return null;
	}
	const texts = content.map(piece =>
		isJsonObject(piece) && piece['type'] === 'text' && typeof piece['text'] === 'string'
			? piece['text']
			: null,
	);
	return texts.includes(null) ? null : texts.join('\n');
}

function parse(line: string): unknown {
	try {
		// JSON.parse rejects a byte order mark, but `trim` removes it like white space.
		return JSON.parse(line.trim());
	} catch {
		return undefined;
	}
}

function wrong(problem: string): InputLine {
	return {type: 'wrong', problem};
}
