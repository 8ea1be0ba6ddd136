import {failed, type Result} from '../events/failure.ts';

const bodyLengthMax = 1_048_576;

/** One small GET to a server on this machine, as JSON. */
export function getJson({
	url,
	token,
	timeoutMs,
}: {
	url: string;
	token: string;
	timeoutMs: number;
}): Promise<Result<unknown>> {
	// An import of node:http would load undici as well.
	const http = process.getBuiltinModule('node:http');
	return new Promise(resolve => {
		const refuse = (kind: 'unreachable' | 'timeout' | 'protocol', message: string) =>
			resolve({ok: false, failure: failed(kind, message)});
		const request = http.get(
			url,
			{headers: {authorization: `Bearer ${token}`}, agent: false, timeout: timeoutMs},
			response => {
				let body = '';
				response.setEncoding('utf8').on('data', (text: string) => {
					body += text;
					if (body.length > bodyLengthMax) {
						response.destroy();
						refuse('protocol', 'The answer is too long.');
					}
				});
				response.on('end', () => resolve(parse(response.statusCode ?? 0, body)));
			},
		);
		request.on('timeout', () => {
			request.destroy();
			refuse('timeout', `No answer within ${timeoutMs} ms.`);
		});
		request.on('error', error => refuse('unreachable', error.message));
	});
}

function parse(status: number, body: string): Result<unknown> {
	try {
		if (status === 200) {
			return {ok: true, value: JSON.parse(body)};
		}
		return {ok: false, failure: failed('protocol', `It answered with status ${status}.`)};
	} catch {
		return {ok: false, failure: failed('protocol', 'It did not answer with JSON.')};
	}
}
