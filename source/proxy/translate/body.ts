import {StringDecoder} from 'node:string_decoder';
import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {type CallFailure, overLimit, unreadable} from '../failure.ts';
import {parseJson} from './read.ts';
import {createSseReader} from './sse.ts';

/**
 * The body of a provider's answer, in bytes cut anywhere. What it is shows in its first letter and
 * not in what was asked for: a stream may come as one object, or as a web page with status 200.
 */
export type BodyReader = {
	readonly push: (chunk: Uint8Array) => void;
	readonly end: () => void;
};

export type BodyListener = {
	readonly event: (data: string, name: string) => void;
	readonly whole: (body: JsonObject, text: string) => void;
	/** A stream has ended; a whole body has its end in itself. */
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
	const events = createSseReader(listener.event);
	let form: BodyForm = 'unknown';
	let held = '';
	const read = (text: string) => {
		if (form === 'stream') {
			events.push(text);
		} else {
			held += text;
			form = form === 'unknown' ? formOf(held) : form;
			if (form === 'stream') {
				events.push(held.replace(/^\uFEFF/, ''));
				held = '';
			}
		}
		if (Math.max(held.length, events.heldLength()) > bytesMax) {
			listener.fail(overLimit(`${provider} sent more than ${bytesMax} bytes in one piece.`));
		}
	};
	return {
		push: chunk => read(utf8.write(chunk as Buffer)),
		end() {
			read(utf8.end());
			if (form === 'whole') {
				endWhole(held, {listener, provider});
			} else {
				events.end();
				listener.end();
			}
		},
	};
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
		const what = text.trimStart().startsWith('<') ? 'a web page' : 'an answer that is not JSON';
		listener.fail(unreadable(provider, `${what} instead of a model's answer`));
	}
}
