import type {ServerResponse} from 'node:http';
import type {JsonObject} from '../../events/json.ts';
import {type CallFailure, stumbledCode} from '../failure.ts';
import type {ClientReply, Farewell} from '../route/reply.ts';
import type {Inbound} from '../translate/protocol.ts';
import {inbounds} from '../translate/protocol-table.ts';
import {createListStream} from './list-stream.ts';

/** The client's side of a call that came over HTTP. */
export type HttpReply = ClientReply & {
	/** Aborts the call and tells the client why. */
	readonly dismiss: (failure: CallFailure) => void;
};

export function createReply(
	response: ServerResponse,
	form: 'events' | 'list' = 'events',
): HttpReply {
	const left = new AbortController();
	response.on('close', () => {
		if (!response.writableFinished) {
			left.abort();
		}
	});
	const begin = () => {
		if (!response.headersSent) {
			response.writeHead(200, headersOf[form]);
		}
	};
	const plain: Pick<HttpReply, 'write' | 'end'> = {
		write(text) {
			begin();
			return response.write(text, encodingOf(text));
		},
		end(text) {
			begin();
			response.end(text, encodingOf(text));
		},
	};
	return {
		left: left.signal,
		...(form === 'list' ? createListStream(plain) : plain),
		drained: listener => {
			response.once('drain', listener);
		},
		drop: () => {
			response.destroy();
		},
		dismiss: failure => left.abort({type: 'farewell', failure} satisfies Farewell),
	};
}

/**
 * Returns the encoding that sends the text with less memory. For UTF-8, Node reserves three bytes
 * per character and copies the text; ASCII text is the same in Latin-1, which needs neither.
 */
function encodingOf(text: string): 'latin1' | 'utf8' {
	return Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8';
}

const streamHeaders = {
	'cache-control': 'no-cache',
	// Without this header, nginx would hold back the stream.
	'x-accel-buffering': 'no',
};

const headersOf = {
	events: {...streamHeaders, 'content-type': 'text/event-stream; charset=utf-8'},
	list: {...streamHeaders, 'content-type': 'application/json; charset=utf-8'},
} as const;

export function sendJson(
	response: ServerResponse,
	{status = 200, body, headers}: {status?: number; body: JsonObject | string; headers?: Headers},
): void {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	response.writeHead(status, {
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(text),
		...headers,
	});
	response.end(text);
}

type Headers = Readonly<Record<string, string>>;

/** Reports a failure, if nothing was sent yet: its status, the error object and `retry-after`. */
export function sendFailure(
	response: ServerResponse,
	failure: CallFailure,
	{errorBody}: Pick<Inbound, 'errorBody'> = inbounds.chat,
): void {
	const {status, retryAfterMs} = failure;
	const wait: Headers =
		retryAfterMs === undefined ? {} : {'retry-after': String(Math.ceil(retryAfterMs / 1000))};
	// If the client still sends a too long body, closing now would cut it off before it reads the
	// answer.
	response.shouldKeepAlive ||= status === 413;
	sendJson(response, {
		status,
		body: errorBody(failure),
		headers: {...wait, ...retriesOf(failure)},
	});
}

/**
 * Returns a header that asks clients not to retry, if this proxy has already retried. A web page
 * comes mostly from something in between that recovers soon, so there a retry makes sense.
 */
function retriesOf({status, code, kind, detail}: CallFailure): Headers {
	const isTried =
		status >= 500 &&
		detail !== 'web-page' &&
		(code.startsWith('upstream_') || code === 'limit_exceeded' || code === stumbledCode);
	// A 429 with the kind `refused` does not pass by waiting.
	const isFinal = isTried || (status === 429 && kind === 'refused');
	return isFinal ? {'x-should-retry': 'false'} : {};
}
