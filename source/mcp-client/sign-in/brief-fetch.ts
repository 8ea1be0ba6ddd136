import type {Clock} from '../../platform/clock.ts';
import {type Fetch, limitedFetch} from '../limited-fetch.ts';

const answerMsMax = 30_000;
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Returns a `fetch` for the requests of a sign-in, whose answers are small. Each answer must be
 * complete within 30 s: a silent issuer would otherwise block the sign-in, and the lock of its
 * tokens, forever.
 */
export function briefFetch(clock: Clock, signal?: AbortSignal): Fetch {
	const limited = limitedFetch(fetch);
	return async (url, init) => {
		const late = new AbortController();
		const timer = clock.after(answerMsMax, () =>
			late.abort(new Error(`${new URL(url).host} did not answer in ${answerMsMax / 1000} s`)),
		);
		const signals = [late.signal, signal, init?.signal].filter(one => one != null);
		try {
			const response = await limited(url, {...init, signal: AbortSignal.any(signals)});
			const bytes = await response.arrayBuffer();
			const {status, statusText, headers} = response;
			const whole = new Response(withoutBody.has(status) ? null : bytes, {
				status,
				statusText,
				headers,
			});
			Object.defineProperty(whole, 'url', {value: response.url});
			return whole;
		} finally {
			timer.cancel();
		}
	};
}
