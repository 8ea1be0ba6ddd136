import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import type {Usage} from '../../../events/part.ts';
import {type CallFailure, cutOff, unreadable} from '../../failure.ts';
import type {NeutralFinish} from '../../neutral.ts';
import type {DecoderContext, StreamDecoder} from '../protocol.ts';
import {failureOfError} from '../provider-error.ts';
import {readChatUsage} from '../provider-usage.ts';
import {listOf, objectsOf, optionalObject, parseJson, textOf} from '../request-reading.ts';
import {createShortcut, type Shortcut} from '../shortcut.ts';
import {onlyTextOf} from './chunk-text.ts';
import {type CallAssembly, createCallAssembly} from './provider-response-calls.ts';

/**
 * Reads Chat Completions, streamed or whole, into neutral events. The end is reported once: at
 * `[DONE]`, or when the provider closes the connection after a finish reason. Without either, the
 * answer was cut off.
 */
export function createChatDecoder(context: DecoderContext): StreamDecoder {
	const decoding: Decoding = {
		context,
		calls: createCallAssembly(context),
		shortcut: createShortcut(onlyTextOf),
		usage: null,
		reason: '',
		ended: false,
	};
	return {
		data(data) {
			if (!decoding.ended) {
				readData(decoding, data);
			}
		},
		skim(text, at) {
			const run = decoding.ended ? null : decoding.shortcut.readEvents(text, at);
			if (run === null) {
				return at;
			}
			say(decoding, run.text);
			return run.end;
		},
		whole(body) {
			if (!decoding.ended) {
				readWhole(decoding, body);
			}
		},
		end() {
			if (!decoding.ended) {
				end(decoding);
			}
		},
		settling: () => decoding.reason !== '',
	};
}

type Decoding = {
	readonly context: DecoderContext;
	readonly calls: CallAssembly;
	readonly shortcut: Shortcut;
	usage: Usage | null;
	reason: string;
	ended: boolean;
};

function readData(decoding: Decoding, data: string): void {
	if (data === '[DONE]') {
		decoding.reason ||= 'stop';
		end(decoding);
		return;
	}
	const text = decoding.shortcut.read(data);
	if (text !== null) {
		say(decoding, text);
		return;
	}
	const chunk = parseJson(data);
	if (isJsonObject(chunk)) {
		readChunk(decoding, chunk);
		decoding.shortcut.learn(data, chunk);
		return;
	}
	// Some servers leave out the empty lines between events, so each line is read by itself.
	const lines = data.split('\n');
	if (lines.length > 1) {
		for (const line of lines) {
			if (!decoding.ended) {
				readData(decoding, line);
			}
		}
	} else if (data.trim() !== '' && decoding.reason === '') {
		fail(decoding, unreadable(decoding.context.provider, 'a chunk that is not JSON'));
	}
}

/** Reads a whole answer. Its end needs no mark. */
function readWhole(decoding: Decoding, body: JsonObject): void {
	readChunk(decoding, body);
	if (!decoding.ended && listOf(body['choices']).length === 0) {
		fail(decoding, unreadable(decoding.context.provider, 'an answer without choices'));
	}
	decoding.reason ||= 'stop';
	end(decoding);
}

function readChunk(decoding: Decoding, chunk: JsonObject): void {
	if (chunk['error'] !== undefined && chunk['error'] !== null) {
		fail(decoding, failureOfError(decoding.context.provider, chunk['error']));
		return;
	}
	const usage =
		optionalObject(chunk['usage']) ?? optionalObject(optionalObject(chunk['x_groq'])?.['usage']);
	if (usage) {
		decoding.usage = readChatUsage(usage);
	}
	const choice = listOf(chunk['choices'])[0];
	if (!isJsonObject(choice)) {
		return;
	}
	const delta = choice['delta'] ?? choice['message'];
	if (isJsonObject(delta)) {
		readDelta(decoding, delta);
	}
	if (typeof choice['finish_reason'] === 'string' && choice['finish_reason'] !== '') {
		decoding.reason = choice['finish_reason'];
	}
}

function say({context}: Decoding, text: string): void {
	if (text !== '') {
		context.emit({type: 'text', text});
	}
}

function readDelta(decoding: Decoding, delta: JsonObject): void {
	const {context, calls} = decoding;
	const reasoning = textOf(delta['reasoning_content']) || textOf(delta['reasoning']);
	if (reasoning !== '') {
		context.emit({type: 'reasoning', text: reasoning, form: 'raw'});
	}
	const {content, refusal} = delta;
	if (typeof content === 'string') {
		say(decoding, content);
	} else if (content) {
		readContentParts(context, content);
	}
	if (typeof refusal === 'string' && refusal !== '') {
		context.emit({type: 'refusal', text: refusal});
	}
	if (delta['tool_calls'] !== undefined) {
		for (const piece of objectsOf(delta['tool_calls'])) {
			calls.piece(piece);
		}
	} else if (isJsonObject(delta['function_call'])) {
		calls.piece(delta['function_call']);
	}
}

/**
 * Reads content in Mistral's form: a list of texts and of thinking, where thinking is a list as
 * well.
 */
function readContentParts({emit}: DecoderContext, content: unknown): void {
	for (const part of objectsOf(content)) {
		const text = textOf(part['text']);
		if (text !== '') {
			emit({type: 'text', text});
		}
		for (const thought of objectsOf(part['thinking'])) {
			emit({type: 'reasoning', text: textOf(thought['text']), form: 'raw'});
		}
	}
}

function end(decoding: Decoding): void {
	const {context, calls, usage, reason} = decoding;
	if (decoding.ended) {
		return;
	}
	if (reason === '') {
		fail(decoding, cutOff(context.provider));
		return;
	}
	decoding.ended = true;
	const finish = finishOf(reason, calls.count());
	calls.end(finish === 'calls' || finish === 'stop' ? 'whole' : 'cut');
	if (usage) {
		context.emit({type: 'usage', usage});
	}
	context.emit({type: 'finish', finish});
}

/**
 * Returns why the answer ended. Some servers say `stop` although there are calls, and some
 * `tool_calls` although there are none.
 */
function finishOf(reason: string, callCount: number): NeutralFinish {
	if (reason === 'length' || reason === 'max_tokens' || reason === 'model_length') {
		return 'length';
	}
	if (reason === 'content_filter') {
		return 'refused';
	}
	return callCount > 0 ? 'calls' : 'stop';
}

function fail(decoding: Decoding, failure: CallFailure): void {
	decoding.ended = true;
	decoding.context.emit({type: 'failure', failure});
}
