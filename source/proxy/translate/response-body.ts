import {StringDecoder} from 'node:string_decoder';
import {isJsonObject, isTooDeep, type JsonObject, jsonDepthMax} from '../../events/json.ts';
import {type CallFailure, overLimit, unreadable} from '../failure.ts';
import {streamBytesMax} from './limits.ts';
import {parseJson} from './request-reading.ts';
import {createSseReader} from './sse.ts';

/**
 * Reads the body of an answer, in pieces that may be cut anywhere. Its first characters show what
 * it is, whatever was asked for: a provider may answer with an object instead of a stream, or with
 * a web page and status 200.
 */
export type BodyReader = {
	readonly push: (chunk: Uint8Array) => void;
	readonly end: () => void;
};

export type BodyListener = {
	readonly event: (data: string, name: string) => void;
	/** Passes over events that need not be read one by one; see `SseOptions`. */
	readonly skim?: ((text: string, at: number) => number) | undefined;
	readonly whole: (body: JsonObject, text: string) => void;
	/** Called at the end of a stream. For a whole body, `whole` is called instead. */
	readonly end: () => void;
	readonly fail: (failure: CallFailure) => void;
};

export function createBodyReader({
	listener,
	provider,
	bytesMax,
}: {
	listener: BodyListener;
	provider: string;
	bytesMax: number;
}): BodyReader {
	const utf8 = new StringDecoder('utf8');
	let head = '';
	let isStream = false;
	// Collects lines that belong to no event: Google writes an error into a stream as plain JSON,
	// perhaps over several lines.
	let plain = '';
	const events = createSseReader(
		(data, name) => {
			isStream = true;
			plain = '';
			listener.event(data, name);
		},
		{
			onOther(line) {
				plain += plain.length < plainMax ? `${line}\n` : '';
			},
			skim: listener.skim,
		},
	);
	const hear = (text: string) => {
		head = isStream || head.length >= headLength ? head : head + text;
		events.push(text);
	};
	/** Whether the text has no field of an event, so that it is no stream. */
	const isNoStream = () => !isStream && head.trim() !== '' && !hasField(head);
	let form: BodyForm = 'unknown';
	let held = '';
	let total = 0;
	const read = (text: string) => {
		total += text.length;
		if (form === 'stream') {
			hear(text);
		} else if (form === 'whole' || text.trim() !== '') {
			held += text;
			form = form === 'unknown' ? formOf(held) : form;
			if (form === 'stream') {
				hear(held.replace(/^\uFEFF/, ''));
				held = '';
			}
		}
		if (head.length >= headLength && isNoStream()) {
			listener.fail(notAnAnswer(provider, head));
		} else if (total > streamBytesMax(bytesMax)) {
			listener.fail(overLimit(`${provider} sent more than ${total} bytes for one answer.`));
		} else if (Math.max(held.length, events.heldLength()) > bytesMax) {
			listener.fail(overLimit(`${provider} sent more than ${bytesMax} bytes in one piece.`));
		}
	};
	return {
		push: chunk => read(utf8.write(chunk as Buffer)),
		end() {
			read(utf8.end());
			if (form === 'whole') {
				endWhole(held, {listener, provider});
			} else if (isNoStream()) {
				listener.fail(notAnAnswer(provider, head));
			} else {
				events.end();
				if (isError(parseJson(plain))) {
					listener.event(plain.replaceAll('\n', ' '), '');
				}
				listener.end();
			}
		},
	};
}

const plainMax = 16_384;

function isError(value: unknown): boolean {
	return isJsonObject(value) && isJsonObject(value['error']);
}

/** A stream shows within this many characters that it is one. */
const headLength = 8192;
const fieldNames = ['data', 'event', 'id', 'retry'];

/**
 * Whether the text has a field of an event. Its last line may be the beginning of one; lines that
 * begin with a colon are comments.
 */
function hasField(head: string): boolean {
	const last = head.slice(head.lastIndexOf('\n') + 1);
	return (
		/^(?:data|event|id|retry)[ ]?(?::|\r?$)|^:/m.test(head) ||
		(last !== '' && fieldNames.some(name => name.startsWith(last)))
	);
}

export type BodyForm = 'unknown' | 'stream' | 'whole';

const wholeBeginnings = '{[<';

export function formOf(text: string): BodyForm {
	const first = text.trimStart().charAt(0);
	if (first === '') {
		return 'unknown';
	}
	return wholeBeginnings.includes(first) ? 'whole' : 'stream';
}

function endWhole(
	text: string,
	{listener, provider}: {listener: BodyListener; provider: string},
): void {
	const body = parseJson(text);
	const first = Array.isArray(body) ? body[0] : body;
	if (isJsonObject(first)) {
		listener.whole(first, text);
	} else {
		listener.fail(notAnAnswer(provider, text));
	}
}

/**
 * Returns the failure for a body that is no answer. A server between us and the provider may send a
 * page for a while, so another attempt makes sense.
 */
function notAnAnswer(provider: string, text: string): CallFailure {
	if (text.trimStart().startsWith('<')) {
		const what = `a web page instead of a model's answer${titleOf(text)}`;
		return {...unreadable(provider, what, 'web-page'), retry: 'same'};
	}
	if (isTooDeep(text)) {
		return unreadable(provider, `an answer of more than ${jsonDepthMax} levels`, 'too-deep');
	}
	const what =
		formOf(text) === 'whole'
			? "an answer that is not JSON instead of a model's answer"
			: "an answer that is neither JSON nor a stream of events instead of a model's answer";
	return {...unreadable(provider, what), retry: 'same'};
}

/** Returns the title of the page, which mostly tells who has sent it. */
function titleOf(page: string): string {
	const title = /<title[^>]*>([^<]{1,80})/i.exec(page.slice(0, titleWithin))?.[1]?.trim() ?? '';
	return title === '' ? '' : ` (“${title.replace(/\s+/g, ' ')}”)`;
}

const titleWithin = 4096;
