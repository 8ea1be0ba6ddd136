import type {IncomingMessage} from 'node:http';
import {isJsonObject, isTooDeep, type JsonObject, wholeDepthMax} from '../../events/json.ts';
import {badRequest, type CallFailure, type Checked} from '../failure.ts';
import {unpackBody} from './packed-body.ts';

export const bodyBytesMax = 33_554_432;

/** Reads the JSON object that a client sends. The HTTP server limits how long that may take. */
export async function readBody(request: IncomingMessage): Promise<Checked<JsonObject>> {
	if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) {
		return {ok: false, failure: tooLong()};
	}
	const bytes = await collect(request);
	if (bytes === 'too long') {
		return {ok: false, failure: tooLong()};
	}
	if (bytes === 'gone') {
		return {ok: false, failure: badRequest('The body ended too early.')};
	}
	const unpacked = await unpackBody(request, {bytes, bytesMax: bodyBytesMax, tooLong});
	if (!unpacked.ok) {
		return unpacked;
	}
	// Some Windows programs begin every text with a byte order mark.
	return parse(unpacked.value.toString('utf8').replace(/^\uFEFF/, ''));
}

function collect(request: IncomingMessage): Promise<Buffer | 'too long' | 'gone'> {
	return new Promise(resolve => {
		const chunks: Buffer[] = [];
		let length = 0;
		request.on('data', (chunk: Buffer) => {
			length += chunk.length;
			if (length > bodyBytesMax) {
				// The rest is read and discarded: a client that can't finish writing would not read the
				// answer.
				chunks.length = 0;
				resolve('too long');
			} else {
				chunks.push(chunk);
			}
		});
		request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
		request.on('error', () => resolve('gone'));
		request.on('close', () => resolve('gone'));
	});
}

/** Parses a body. The message for wrong JSON is the parser's, since it names the place. */
function parse(text: string): Checked<JsonObject> {
	if (isTooDeep(text, wholeDepthMax)) {
		const words = `The body goes deeper than ${wholeDepthMax} levels of lists and objects.`;
		return {ok: false, failure: badRequest(words)};
	}
	try {
		const body: unknown = JSON.parse(text);
		return isJsonObject(body)
			? {ok: true, value: body}
			: {ok: false, failure: badRequest('The body has to be one JSON object.')};
	} catch (error) {
		const where = error instanceof Error ? error.message : String(error);
		return {ok: false, failure: badRequest(`The body is not JSON: ${where}`)};
	}
}

function tooLong(): CallFailure {
	return {
		...badRequest(`The body is longer than ${bodyBytesMax} bytes.`),
		kind: 'limit',
		status: 413,
		code: 'request_too_large',
	};
}
