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
	const providers = settings.providers.filter((provider, index) => {
		const isUsable = isProvider(provider);
		if (!isUsable) {
			warnings.push(`providers.${index} was passed over: it needs a name and a known kind.`);
		}
		return isUsable;
	});
	const routes = settings.routes.filter(isRoute);
	return {settings: {...settings, providers, routes}, warnings};
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
		['baseUrl', 'apiKey', 'apiKeyEnv', 'apiKeyCommand'].every(name =>
			['string', 'undefined'].includes(typeof provider[name]),
		) &&
		(provider['models'] === undefined || Array.isArray(provider['models']))
	);
}

function isRoute(route: unknown): boolean {
	return isJsonObject(route) && typeof route['model'] === 'string' && Array.isArray(route['to']);
}
