import {isJsonObject, type Json} from '../events/json.ts';

/**
 * Returns a function that removes a server's own secrets from a text, and then whatever `redact`
 * finds. It also finds a secret that comes back encoded in JSON or an address, or line by line.
 */
export function hiderOf(
	secrets: readonly string[],
	redact: (text: string) => string,
): (text: string) => string {
	const forms = [...new Set(secrets.flatMap(formsOf))].toSorted(
		(one, other) => other.length - one.length,
	);
	return text => {
		let clean = text;
		for (const form of forms) {
			clean = clean.replaceAll(form, hidden);
		}
		return redact(clean);
	};
}

const hidden = '‹redacted›';
const lineLengthMin = 8;

function formsOf(secret: string): readonly string[] {
	const lines = secret.split(/\r?\n/).filter(line => line.length >= lineLengthMin);
	const inJson = JSON.stringify(secret).slice(1, -1);
	return [secret, inJson, encodeURIComponent(secret.toWellFormed()), ...lines];
}

/** Removes secrets from all strings, keys and numbers in a value. */
export function hideInJson<Value extends Json>(
	value: Value,
	hide: (text: string) => string,
): Value {
	const text = JSON.stringify(value);
	return hide(text) === text ? value : (hideInEach(value, hide) as Value);
}

function hideInEach(value: Json, hide: (text: string) => string): Json {
	if (Array.isArray(value)) {
		return value.map(inner => hideInEach(inner, hide));
	}
	if (isJsonObject(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [hide(key), hideInEach(inner ?? null, hide)]),
		);
	}
	const clean = hide(String(value));
	return clean === String(value) ? value : clean;
}
