import type {Clock} from '../../platform/clock.ts';
import type {CallFailure, Checked} from '../failure.ts';
import type {Environment} from './detect.ts';
import type {Provider} from './provider.ts';

/** Runs a command of the user's own settings and gives its output. */
export type RunCommand = (command: string, timeoutMs: number) => Promise<string | null>;

/** The keys of providers. A key from a command is kept until it gets old or is refused. */
export type Keys = {
	readonly find: (provider: Provider) => Promise<Checked<string | null>>;
	/** After a refusal: whether asking again can give another key. */
	readonly renew: (provider: Provider) => boolean;
};

const commandTimeoutMs = 10_000;
const keyAgeMsMax = 15 * 60_000;

export function createKeys({
	env,
	clock,
	run,
}: {
	env: Environment;
	clock: Clock;
	run: RunCommand;
}): Keys {
	const kept = new Map<string, {readonly key: Promise<string | null>; readonly at: number}>();
	const fromCommand = (provider: Provider, command: string) => {
		const known = kept.get(provider.name);
		if (known && clock.elapsed() - known.at < keyAgeMsMax) {
			return known.key;
		}
		const key = run(command, commandTimeoutMs);
		kept.set(provider.name, {key, at: clock.elapsed()});
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
					const key = (await fromCommand(provider, source.command))?.trim();
					if (key) {
						return {ok: true, value: key};
					}
					kept.delete(provider.name);
					return missing(provider, 'its apiKeyCommand gave none');
				}
			}
		},
		renew(provider) {
			return kept.delete(provider.name);
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
