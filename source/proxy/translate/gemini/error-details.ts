import type {JsonObject} from '../../../events/json.ts';
import {objectsOf, textOf} from '../request-reading.ts';

/** Returns the delay before a retry, which Google names in the body, as in `37.2s`. */
export function retryDelayOf(error: JsonObject): number | undefined {
	const delays = objectsOf(error['details']).map(detail => textOf(detail['retryDelay']));
	const seconds = /^([\d.]+)s$/.exec(delays.find(delay => delay !== '') ?? '')?.[1];
	return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}

/** Whether the error means a wrong key, which Google reports as a bad request. */
export function refusesKey(error: JsonObject): boolean {
	return objectsOf(error['details']).some(({reason}) => reason === 'API_KEY_INVALID');
}
