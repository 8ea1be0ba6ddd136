import type {WorkerSettings} from '../events/settings.ts';
import {soundsSecret} from '../platform/secret-names.ts';
import {parseRedisAddress} from './redis/address.ts';

export type HideSecrets = (text: string) => string;

/**
 * Returns a function that hides secrets in a text: whatever looks like one, and the values of the
 * worker's own password and variables.
 */
export function hideSecretsOf(
	{redis = '', env = {}}: WorkerSettings,
	redact: HideSecrets,
): HideSecrets {
	const address = parseRedisAddress(redis);
	const password = address.ok ? address.value.password : null;
	const own =
		password === null ? [] : [password, encodeURIComponent(password), new URL(redis).password];
	const values = Object.entries(env).flatMap(([name, value]) =>
		soundsSecret.test(name) && value.length >= secretLengthMin ? [value] : [],
	);
	return text => redact([...own, ...values].reduce((left, one) => left.replaceAll(one, '…'), text));
}

/**
 * Shorter values are not hidden: a value such as `AUTH_ON=1` is no secret, and hiding every `1`
 * would make pids unreadable.
 */
const secretLengthMin = 4;
