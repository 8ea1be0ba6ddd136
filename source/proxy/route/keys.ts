import type {Clock} from '../../platform/clock.ts';
import type {Environment} from '../../platform/folders.ts';
import type {CallFailure, Checked} from '../failure.ts';
import {readKeyOutput} from './key-output.ts';
import type {Provider} from './provider.ts';
import type {Tell} from './tell.ts';

/** Runs a command from the user's settings and returns its output. */
export type RunCommand = (command: string, timeoutMs: number) => Promise<string | null>;

/**
 * The keys of the providers. A key that a command printed is kept until it is about to expire or is
 * refused.
 */
export type Keys = {
	readonly find: (provider: Provider) => Promise<Checked<string | null>>;
	/**
	 * Call this after the provider has refused a key. Returns whether a further request may get
	 * another key.
	 */
	readonly renew: (provider: Provider) => boolean;
	/**
	 * Forgets the keys that commands printed, for one provider or for all. Returns how many it
	 * forgot.
	 */
	readonly forget: (name: string | undefined) => number;
};

const commandTimeoutMs = 10_000;
const keyAgeMsMax = 15 * 60_000;
/** A key is renewed this long before it expires, but not before half of its life. */
const renewBeforeMs = 300_000;

type Kept = {
	readonly key: Promise<string | null>;
	/** A time of `clock.elapsed`, until which the key is used. */
	freshUntil: number;
};

export function createKeys({
	env,
	clock,
	run,
	tell,
}: {
	readonly env: Environment;
	readonly clock: Clock;
	readonly run: RunCommand;
	readonly tell: Tell;
}): Keys {
	const kept = new Map<string, Kept>();
	const ask = async ({name}: Provider, command: string, entry: Pick<Kept, 'freshUntil'>) => {
		const output = await run(command, commandTimeoutMs);
		const {key, expiresAt} = readKeyOutput(output ?? '', clock.now());
		if (expiresAt !== null) {
			const leftMs = expiresAt - clock.now();
			entry.freshUntil = clock.elapsed() + Math.max(leftMs - renewBeforeMs, leftMs * 0.5, 0);
			if (leftMs <= 0) {
				tell.now('key.expired', {provider: name, code: 'expired'});
			}
		}
		return key;
	};
	const fromCommand = (provider: Provider, command: string) => {
		const known = kept.get(provider.name);
		if (known && clock.elapsed() < known.freshUntil) {
			return known.key;
		}
		const entry = {freshUntil: clock.elapsed() + keyAgeMsMax};
		const key = ask(provider, command, entry);
		kept.set(provider.name, Object.assign(entry, {key}));
		return key;
	};
	return {
		async find(provider) {
			const source = provider.key;
			switch (source.type) {
				case 'none':
					return {ok: true, value: null};
				case 'literal':
					return {ok: true, value: source.value};
				case 'environment': {
					const key = env[source.name];
					return key
						? {ok: true, value: key}
						: missing(provider, `the environment variable ${source.name} is not set`);
				}
				case 'command': {
					const key = await fromCommand(provider, source.command);
					if (key) {
						return {ok: true, value: key};
					}
					kept.delete(provider.name);
					return missing(provider, 'its apiKeyCommand gave none');
				}
			}
		},
		renew: provider => kept.delete(provider.name),
		forget(name) {
			const count = name === undefined ? kept.size : Number(kept.has(name));
			if (name === undefined) {
				kept.clear();
			} else {
				kept.delete(name);
			}
			return count;
		},
	};
}

function missing(provider: Provider, why: string): {readonly ok: false; failure: CallFailure} {
	return {
		ok: false,
		failure: {
			kind: 'unauthorized',
			message: `There is no key for the provider “${provider.name}”: ${why}.`,
			status: 401,
			code: 'missing_provider_key',
			retry: 'other',
		},
	};
}
