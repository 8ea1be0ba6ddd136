import type {Clock} from '../../platform/clock.ts';
import {listModels} from './catalogue.ts';
import type {Client} from './client.ts';
import {type Provider, providerOf} from './provider.ts';

export const probeTimeoutMs = 150;

/** The default addresses of Ollama and llama.cpp. */
export const localServers = [
	{name: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1'},
	{name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1'},
] as const;

/**
 * Finds the model servers on this machine that list at least one model. Call this only if no
 * provider is configured.
 */
export async function probeLocalProviders({
	client,
	clock,
	servers = localServers,
}: {
	client: Client;
	clock: Clock;
	servers?: readonly {readonly name: string; readonly baseUrl: string}[];
}): Promise<readonly Provider[]> {
	const answers = await Promise.all(
		servers.map(async ({name, baseUrl}) => {
			const models = await listModels({
				client,
				clock,
				baseUrl,
				headers: {},
				timeoutMs: probeTimeoutMs,
			});
			return models && models.length > 0
				? providerOf({name, kind: 'openai-chat', baseUrl, models})
				: null;
		}),
	);
	return answers.filter(provider => provider !== null);
}
