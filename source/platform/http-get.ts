import {type Failure, failed, type Result} from '../events/failure.ts';
import type {Json} from '../events/json.ts';

const bodyLengthMax = 1_048_576;

type Target = {
	readonly url: string;
	readonly token: string;
	readonly timeoutMs: number;
	readonly signal?: AbortSignal;
	/** The longest answer in bytes. If absent, the limit for small answers applies. */
	readonly lengthMax?: number;
};

/** Sends a small GET to a server on this machine. Returns the answer's JSON. */
export function getJson(target: Target): Promise<Result<unknown>> {
	return ask(target, null, parse);
}

/** Like `getJson`, but returns the bytes. */
export function getBytes(target: Target): Promise<Result<Buffer>> {
	return ask(target, null, (status, body) =>
		status === 200 ? {ok: true, value: body} : refused(status),
	);
}

/** Sends a small POST with JSON to a server on this machine. Returns the answer's JSON. */
export function postJson(target: Target, body: Json): Promise<Result<unknown>> {
	return ask(target, JSON.stringify(body), parse);
}

function ask<Answer>(
	{url, token, timeoutMs, signal, lengthMax = bodyLengthMax}: Target,
	sent: string | null,
	read: (status: number, body: Buffer) => Result<Answer>,
): Promise<Result<Answer>> {
	// `node:http` is loaded here, because an import statement would load undici as well.
	const http = process.getBuiltinModule('node:http');
	return new Promise(resolve => {
		const refuse = (kind: 'unreachable' | 'timeout' | 'protocol', message: string) =>
			resolve({ok: false, failure: failed(kind, message)});
		const request = http.request(
			url,
			{
				method: sent === null ? 'GET' : 'POST',
				headers: {
					authorization: `Bearer ${token}`,
					...(sent !== null && {
						'content-type': 'application/json',
						'content-length': Buffer.byteLength(sent),
					}),
				},
				agent: false,
				timeout: timeoutMs,
				...(signal && {signal}),
			},
			response => {
				const chunks: Buffer[] = [];
				let length = 0;
				response.on('data', (chunk: Buffer) => {
					chunks.push(chunk);
					length += chunk.length;
					if (length > lengthMax) {
						response.destroy();
						refuse('protocol', 'The answer is too long.');
					}
				});
				response.on('end', () => resolve(read(response.statusCode ?? 0, Buffer.concat(chunks))));
			},
		);
		request.on('timeout', () => {
			request.destroy();
			refuse('timeout', `No answer within ${timeoutMs} ms.`);
		});
		request.on('error', error => refuse('unreachable', error.message));
		request.end(sent ?? undefined);
	});
}

function parse(status: number, body: Buffer): Result<unknown> {
	try {
		if (status === 200) {
			return {ok: true, value: JSON.parse(body.toString())};
		}
		return refused(status);
	} catch {
		return {ok: false, failure: failed('protocol', 'It did not answer with JSON.')};
	}
}

function refused(status: number): {readonly ok: false; readonly failure: Failure} {
	return {ok: false, failure: failed('protocol', `It answered with status ${status}.`)};
}
