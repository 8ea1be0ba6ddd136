import type {Settings} from '../../events/settings.ts';
import type {Environment} from '../../platform/folders.ts';
import {
	openaiBaseUrl,
	type Provider,
	plainBaseUrl,
	practiceProvider,
	providerOf,
} from './provider.ts';

/**
 * Returns the providers in the order in which they are tried: those in the settings; if there are
 * none, those that the environment has keys for; if there are none either, the practice model. The
 * practice model can always be asked for by name. `probeLocalProviders` looks for local servers
 * before the practice model is used; it is separate because it takes time.
 */
export function detectProviders({
	settings,
	env,
}: {
	settings: Settings;
	env: Environment;
}): readonly Provider[] {
	const found = settings.providers.length > 0 ? configured(settings) : fromEnvironment(env);
	return found.some(({name}) => name === practiceProvider.name)
		? found
		: [...found, practiceProvider];
}

/** Warnings for `/health` about settings that work but should not be used. */
export function detectNotes({providers}: Settings): readonly string[] {
	return providers
		.filter(provider => provider.apiKey)
		.map(
			({name}) =>
				`The key of the provider “${name}” is written in the settings; apiKeyEnv or apiKeyCommand would keep it out of the file.`,
		);
}

/**
 * Chooses the provider of the model name `default`: the first one that can answer. The practice
 * model is chosen only if there is no other.
 */
export function chooseDefault(providers: readonly Provider[]): Provider {
	return providers.find(provider => provider !== practiceProvider) ?? practiceProvider;
}

function configured(settings: Settings): readonly Provider[] {
	return settings.providers.map(providerOf);
}

function fromEnvironment(env: Environment): readonly Provider[] {
	return [openaiFrom(env), anthropicFrom(env), geminiFrom(env), openrouterFrom(env)].filter(
		provider => provider !== null,
	);
}

/**
 * Only OpenAI's own server surely speaks Responses. With another base URL, Chat Completions is
 * used.
 */
function openaiFrom(env: Environment): Provider | null {
	const {OPENAI_API_KEY: key, OPENAI_BASE_URL: base} = env;
	if (!key && !base) {
		return null;
	}
	const baseUrl = plainBaseUrl(base || openaiBaseUrl);
	const isOpenai = URL.parse(baseUrl)?.hostname === 'api.openai.com';
	return providerOf({
		name: 'openai',
		kind: isOpenai ? 'openai-responses' : 'openai-chat',
		baseUrl,
		...(key ? {apiKeyEnv: 'OPENAI_API_KEY'} : {}),
	});
}

function anthropicFrom(env: Environment): Provider | null {
	const {ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: base} = env;
	return key
		? providerOf({
				name: 'anthropic',
				kind: 'anthropic',
				apiKeyEnv: 'ANTHROPIC_API_KEY',
				...(base ? {baseUrl: base} : {}),
			})
		: null;
}

function geminiFrom(env: Environment): Provider | null {
	const {GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: base} = env;
	return key
		? providerOf({
				name: 'gemini',
				kind: 'gemini',
				apiKeyEnv: 'GEMINI_API_KEY',
				...(base ? {baseUrl: base} : {}),
			})
		: null;
}

function openrouterFrom(env: Environment): Provider | null {
	return env['OPENROUTER_API_KEY']
		? providerOf({
				name: 'openrouter',
				kind: 'openai-chat',
				baseUrl: 'https://openrouter.ai/api/v1',
				apiKeyEnv: 'OPENROUTER_API_KEY',
			})
		: null;
}
