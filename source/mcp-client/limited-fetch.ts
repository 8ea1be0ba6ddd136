import {endlessBytes, lineBytesMax} from '../platform/line-reader.ts';

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` whose answers fail when they get too long. The limit is the same as for a line
 * that a program prints; it counts for each line of an event stream, or for a whole other answer.
 */
export function limitedFetch(fetch: Fetch): Fetch {
	return async (url, init) => {
		const response = await fetch(url, init);
		if (response.body === null) {
			return response;
		}
		const isStream = (response.headers.get('content-type') ?? '').includes('text/event-stream');
		const body = response.body.pipeThrough(isStream ? limitLines() : limitWhole());
		const {status, statusText, headers} = response;
		const limited = new Response(body, {status, statusText, headers});
		// The SDK compares this with the address that it has requested.
		Object.defineProperty(limited, 'url', {value: response.url});
		return limited;
	};
}

function limitLines(): TransformStream<Uint8Array, Uint8Array> {
	let bytes = 0;
	return new TransformStream({
		transform(chunk, controller) {
			const last = chunk.lastIndexOf(newline);
			bytes = last === -1 ? bytes + chunk.length : chunk.length - last - 1;
			if (bytes > lineBytesMax) {
				controller.error(new Error(tooMuch(lineBytesMax)));
			} else {
				controller.enqueue(chunk);
			}
		},
	});
}

function limitWhole(): TransformStream<Uint8Array, Uint8Array> {
	let bytes = 0;
	const max = Math.min(lineBytesMax, endlessBytes);
	return new TransformStream({
		transform(chunk, controller) {
			bytes += chunk.length;
			if (bytes > max) {
				controller.error(new Error(tooMuch(max)));
			} else {
				controller.enqueue(chunk);
			}
		},
	});
}

function tooMuch(max: number): string {
	return `its answer has more than ${max / 1_048_576} MB`;
}

const newline = 0x0a;
