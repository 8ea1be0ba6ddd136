import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {defaultSettings, type ProviderSettings, type Settings} from '../../events/settings.ts';

/**
 * Settings from outside, laid over the defaults. What has the wrong shape is passed over with a
 * warning, since a proxy that starts without one provider helps more than one that does not start.
 */
export function settingsFrom(value: unknown): {
	readonly settings: Settings;
	readonly warnings: readonly string[];
} {
	const warnings: string[] = [];
	if (!isJsonObject(value)) {
		return {settings: defaultSettings, warnings: ['The settings are not a JSON object.']};
	}
	const merged = merge(defaultSettings as unknown as JsonObject, value, {path: '', warnings});
	const settings = merged as unknown as Settings;
	/** Gives those of a list that can be used, and tells of the others. */
	const usable = <Entry>(
		entries: readonly Entry[],
		{path, needs, fits}: {path: string; needs: string; fits: (entry: unknown) => boolean},
	) =>
		entries.filter((entry, index) => {
			const isUsable = fits(entry);
			if (!isUsable) {
				warnings.push(`${path}.${index} was passed over: it needs ${needs}.`);
			}
			return isUsable;
		});
	const {providers, routes, proxy} = settings;
	return {
		settings: {
			...settings,
			providers: usable(providers, {
				path: 'providers',
				needs: 'a name and a known kind',
				fits: isProvider,
			}),
			routes: usable(routes, {path: 'routes', needs: 'a model and names to go to', fits: isRoute}),
			proxy: {
				...withUsableNumbers(proxy, warnings),
				consent: usable(proxy.consent, {
					path: 'proxy.consent',
					needs: 'two names, from and to',
					fits: isConsent,
				}),
			},
		},
		warnings,
	};
}

/** What timers take; less, or more, would end every wait at once. */
const numbersMin = {
	port: 0,
	streamIdleMs: 1,
	firstByteMs: 1,
	bufferBytesMax: 65_536,
	storeTtlMs: 0,
	sameAskedMax: 0,
} as const;
const numberMax = 2_147_483_647;

function withUsableNumbers(proxy: Settings['proxy'], warnings: string[]): Settings['proxy'] {
	const usable = {...proxy};
	for (const [name, min] of Object.entries(numbersMin) as [keyof typeof numbersMin, number][]) {
		if (!(proxy[name] >= min && proxy[name] <= numberMax)) {
			usable[name] = defaultSettings.proxy[name];
			warnings.push(
				`proxy.${name} was passed over: it has to be a number from ${min} to ${numberMax}.`,
			);
		}
	}
	return usable;
}

type Place = {readonly path: string; readonly warnings: string[]};

function merge(defaults: JsonObject, given: JsonObject, {path, warnings}: Place): JsonObject {
	const merged: Record<string, unknown> = {...defaults};
	for (const [name, value] of Object.entries(given)) {
		const standard = defaults[name];
		const at = path === '' ? name : `${path}.${name}`;
		if (isJsonObject(standard) && isJsonObject(value) && Object.keys(standard).length > 0) {
			merged[name] = merge(standard, value, {path: at, warnings});
		} else if (standard === undefined || shapeOf(standard) === shapeOf(value)) {
			merged[name] = value;
		} else {
			warnings.push(`${at} was passed over: it has to be a ${shapeOf(standard)}.`);
		}
	}
	return merged as JsonObject;
}

function shapeOf(value: unknown): string {
	return Array.isArray(value) ? 'list' : typeof value;
}

const kinds: readonly string[] = [
	'openai-responses',
	'openai-chat',
	'anthropic',
	'gemini',
	'practice',
] satisfies readonly ProviderSettings['kind'][];

function isProvider(provider: unknown): boolean {
	return (
		isJsonObject(provider) &&
		typeof provider['name'] === 'string' &&
		provider['name'] !== '' &&
		kinds.includes(String(provider['kind'])) &&
		['baseUrl', 'apiKey', 'apiKeyEnv', 'apiKeyCommand', 'caFile'].every(name =>
			['string', 'undefined'].includes(typeof provider[name]),
		) &&
		(provider['models'] === undefined || isTexts(provider['models']))
	);
}

function isRoute(route: unknown): boolean {
	return isJsonObject(route) && typeof route['model'] === 'string' && isTexts(route['to']);
}

function isTexts(value: unknown): boolean {
	return Array.isArray(value) && value.every(each => typeof each === 'string');
}

/** Whoever misspells a consent has given none. */
function isConsent(pair: unknown): boolean {
	return isJsonObject(pair) && typeof pair['from'] === 'string' && typeof pair['to'] === 'string';
}
