import type {ProviderKind, ProviderSettings} from '../../events/settings.ts';
import {isPrivateAddress, isPrivateName} from '../../platform/addresses.ts';

/** A provider with all defaults filled in. */
export type Provider = {
	readonly name: string;
	readonly kind: ProviderKind;
	/** Has no slash at its end; empty for the practice model. */
	readonly baseUrl: string;
	readonly key: KeySource;
	/** The models in the settings. If empty, the provider may offer any model. */
	readonly models: readonly string[];
	/** If empty, the provider's list of models has to be asked for first. */
	readonly defaultModel: string;
	readonly toolCalls: 'native' | 'text';
	/**
	 * Whether the provider reliably separates calls from text, so that its answers need no reading.
	 */
	readonly isSure?: boolean | undefined;
	/** Whether the settings say that its text never holds calls, so that it is not searched. */
	readonly isNative?: boolean | undefined;
	/** Whether the provider runs on this machine or in this network. */
	readonly isNear?: boolean | undefined;
	/** A file of certificates in PEM that are trusted in addition to the system's own. */
	readonly caFile?: string | undefined;
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
	const {name, kind, toolCalls = 'native', caFile} = settings;
	const models = settings.models ?? (kind === 'practice' ? practiceProvider.models : []);
	const baseUrl = baseUrlOf(kind, settings.baseUrl ?? defaultBaseUrls[kind]);
	const defaultModel = models[0] ?? knownDefaultModel(baseUrl);
	const key = keySourceOf(settings);
	const isSure = settings.toolCalls === 'native' || callsAreCalls(kind, hostOf(baseUrl));
	const isNative = settings.toolCalls === 'native';
	const host = hostOf(baseUrl);
	return {
		name,
		kind,
		baseUrl,
		key,
		models,
		defaultModel,
		toolCalls,
		isSure,
		isNative,
		isNear: host !== '' && (isPrivateName(host) || isPrivateAddress(host)),
		caFile,
	};
}

/**
 * Returns the default model of a known provider whose list is long and in no useful order; empty
 * for others.
 */
export function knownDefaultModel(baseUrl: string): string {
	return knownDefaultModels[hostOf(baseUrl)] ?? '';
}

/**
 * Whether a provider reliably separates calls from text. Chat Completions may be spoken by anything
 * from a vendor to a small script; the other protocols only by vendors, and by servers on a
 * person's own machines.
 */
function callsAreCalls(kind: ProviderKind, host: string): boolean {
	const isLocal =
		/^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[)|\.(?:local|lan|internal)$/;
	return kind === 'openai-chat' ? host === 'api.openai.com' : !isLocal.test(host);
}

function hostOf(baseUrl: string): string {
	return URL.parse(baseUrl)?.hostname ?? '';
}

const knownDefaultModels: Readonly<Record<string, string>> = {
	'api.openai.com': 'gpt-5.5',
	'generativelanguage.googleapis.com': 'gemini-flash-latest',
	'openrouter.ai': 'openrouter/auto',
};

/**
 * The official clients of Anthropic and Google leave the version out of the base URL, so it is
 * added here.
 */
function baseUrlOf(kind: ProviderKind, url: string): string {
	const plain = plainBaseUrl(url);
	const version = versions[kind];
	return version && !/\/v\d\w*$/.test(plain) ? `${plain}/${version}` : plain;
}

const versions: Readonly<Partial<Record<ProviderKind, string>>> = {
	anthropic: 'v1',
	gemini: 'v1beta',
};

/** Removes the path of the endpoint, since people also paste that address. */
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
