import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {parseJson, textOf} from '../translate/request-reading.ts';

export type KeyOutput = {
	/** Null if the command printed no key. */
	readonly key: string | null;
	/** In milliseconds since the epoch; null if the command does not say. */
	readonly expiresAt: number | null;
};

/**
 * Reads what an `apiKeyCommand` prints: either the key alone, or a JSON object with the key and its
 * expiry, as cloud tools and Kubernetes' ExecCredential print it.
 */
export function readKeyOutput(output: string, now: number): KeyOutput {
	const text = output.trim();
	const parsed = text.startsWith('{') ? parseJson(text) : null;
	if (!isJsonObject(parsed)) {
		return {key: text === '' ? null : text, expiresAt: null};
	}
	const fields = isJsonObject(parsed['status']) ? parsed['status'] : parsed;
	const key = keyNames.map(name => textOf(fields[name])).find(value => value !== '');
	return {key: key ?? null, expiresAt: expiryOf(fields, now)};
}

const keyNames = ['key', 'apiKey', 'api_key', 'token', 'access_token', 'accessToken', 'id_token'];
const momentNames = [
	'expiresAt',
	'expires_at',
	'expiry',
	'expiration',
	'expirationTimestamp',
	'token_expiry',
	'expiresOn',
	'expires_on',
];
const spanNames = ['expiresIn', 'expires_in'];
/** A smaller number is a time in seconds, a larger one in milliseconds. */
const secondsMax = 100_000_000_000;

function expiryOf(fields: JsonObject, now: number): number | null {
	for (const name of spanNames) {
		const seconds = Number(fields[name] ?? Number.NaN);
		if (Number.isFinite(seconds)) {
			return now + seconds * 1000;
		}
	}
	for (const name of momentNames) {
		const moment = momentOf(fields[name]);
		if (moment !== null) {
			return moment;
		}
	}
	return null;
}

function momentOf(value: unknown): number | null {
	if (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) {
		const counted = Number(value);
		return counted < secondsMax ? counted * 1000 : counted;
	}
	const date = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? null : date;
}
