import type {ProviderKind, ProviderSettings} from '../../events/settings.ts';

/** A provider as routes use it: everything decided, nothing optional. */
export type Provider = {
	readonly name: string;
	readonly kind: ProviderKind;
	/** Without a slash at its end; empty for the practice model. */
	readonly baseUrl: string;
	readonly key: KeySource;
	/** Empty: it may offer any model. */
	readonly models: readonly string[];
	/** Empty: not known before it is asked. */
	readonly defaultModel: string;
	readonly toolCalls: 'native' | 'text';
};

export type KeySource =
	| {readonly type: 'none'}
	| {readonly type: 'literal'; readonly value: string}
	| {readonly type: 'environment'; readonly name: string}
	| {readonly type: 'command'; readonly command: string};

export const openaiBaseUrl = 'https://api.openai.com/v1';

export const practiceProvider: Provider = {
	name: 'practice',
	kind: 'practice',
	baseUrl: '',
	key: {type: 'none'},
	models: ['practice'],
	defaultModel: 'practice',
	toolCalls: 'native',
};

export function providerOf(settings: ProviderSettings): Provider {
	const {name, kind, toolCalls = 'native'} = settings;
	const models = settings.models ?? (kind === 'practice' ? practiceProvider.models : []);
	const baseUrl = baseUrlOf(kind, settings.baseUrl ?? defaultBaseUrls[kind]);
	const defaultModel = models[0] ?? knownDefaultModel(baseUrl);
	return {name, kind, baseUrl, key: keySourceOf(settings), models, defaultModel, toolCalls};
}

/** Where the list of models is long and its order means nothing. */
export function knownDefaultModel(baseUrl: string): string {
	return knownDefaultModels[URL.parse(baseUrl)?.hostname ?? ''] ?? '';
}

const knownDefaultModels: Readonly<Record<string, string>> = {
	'api.openai.com': 'gpt-5.5',
	'openrouter.ai': 'openrouter/auto',
};

/** Anthropic's own clients leave the version out of the address. */
function baseUrlOf(kind: ProviderKind, url: string): string {
	const plain = plainBaseUrl(url);
	return kind === 'anthropic' && !plain.endsWith('/v1') ? `${plain}/v1` : plain;
}

/** People paste the address of the call as well as the base of it. */
export function plainBaseUrl(url: string): string {
	return url.replace(/\/+$/, '').replace(/\/(chat\/completions|responses|messages)$/, '');
}

const defaultBaseUrls: Readonly<Record<ProviderKind, string>> = {
	'openai-responses': openaiBaseUrl,
	'openai-chat': openaiBaseUrl,
	anthropic: 'https://api.anthropic.com',
	gemini: 'https://generativelanguage.googleapis.com',
	practice: '',
};

function keySourceOf({apiKey, apiKeyEnv, apiKeyCommand}: ProviderSettings): KeySource {
	if (apiKey) {
		return {type: 'literal', value: apiKey};
	}
	if (apiKeyEnv) {
		return {type: 'environment', name: apiKeyEnv};
	}
	return apiKeyCommand ? {type: 'command', command: apiKeyCommand} : {type: 'none'};
}
