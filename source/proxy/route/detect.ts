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
 * Who answers, in the order in which they are tried: the configured providers, else what the
 * environment holds keys for, else the practice model, which can be asked for by name in any case.
 * (A local server is looked for in between, by `probeLocalProviders`, since that takes time.)
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

/** What is used though it should not be: for /health. */
export function detectNotes({providers}: Settings): readonly string[] {
	return providers
		.filter(provider => provider.apiKey)
		.map(
			({name}) =>
				`The key of the provider “${name}” is written in the settings; apiKeyEnv or apiKeyCommand would keep it out of the file.`,
		);
}

/** The provider of `default`: the first that can answer; the built-in one only when it is alone. */
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

/** Only OpenAI itself is known to speak Responses; whatever stands in for it speaks chat. */
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
