import {isJsonObject, type JsonObject} from '../../events/json.ts';
import type {Clock} from '../../platform/clock.ts';
import {type CallFailure, type Checked, timedOut} from '../failure.ts';
import {listOf, objectsOf, parseJson, textOf} from '../translate/request-reading.ts';
import type {Client} from './client.ts';
import {getText} from './get-text.ts';
import type {Provider} from './provider.ts';
import type {RouteTarget} from './resolve.ts';

/** Knows the models that a provider lists. The provider is asked once. */
export type ModelCatalogue = {
	readonly firstModel: (provider: Provider, headers: Headers) => Promise<Checked<string>>;
};

type Headers = Readonly<Record<string, string>>;

export const listTimeoutMs = 5000;
const listLengthMax = 4_194_304;

export function createCatalogue({client, clock}: {client: Client; clock: Clock}): ModelCatalogue {
	const known = new Map<string, string>();
	return {
		async firstModel(provider, headers) {
			const kept = known.get(provider.name);
			if (kept !== undefined) {
				return {ok: true, value: kept};
			}
			const models = await listModels({
				client,
				clock,
				baseUrl: provider.baseUrl,
				headers,
				timeoutMs: listTimeoutMs,
				caFile: provider.caFile,
			});
			if (models === null) {
				const limit = {
					provider: provider.name,
					limit: 'first byte',
					limitMs: listTimeoutMs,
				} as const;
				return {ok: false, failure: timedOut(limit)};
			}
			const [first] = models;
			if (first === undefined) {
				return {ok: false, failure: nameless(provider)};
			}
			known.set(provider.name, first);
			return {ok: true, value: first};
		},
	};
}

/**
 * Returns the ids of a server's models: null if it does not answer in time, empty if it lists none.
 */
export async function listModels({
	client,
	clock,
	baseUrl,
	headers,
	timeoutMs,
	caFile,
}: {
	client: Client;
	clock: Clock;
	baseUrl: string;
	headers: Headers;
	timeoutMs: number;
	caFile?: string | undefined;
}): Promise<readonly string[] | null> {
	const url = `${baseUrl}/models`;
	const call = {client, clock, url, headers, caFile, timeoutMs, lengthMax: listLengthMax};
	const answer = await getText(call);
	return answer && modelIds(answer.text);
}

function modelIds(body: string): readonly string[] {
	const list = parseJson(body);
	if (!isJsonObject(list)) {
		return [];
	}
	const ids = objectsOf(list['data']).map(model => textOf(model['id']));
	return [...ids, ...objectsOf(list['models']).map(geminiModelId)].filter(id => id !== '');
}

/** Gemini also lists models that can't chat. This returns an empty id for those. */
function geminiModelId({name, supportedGenerationMethods: methods}: JsonObject): string {
	return listOf(methods).includes('generateContent') ? textOf(name).replace(/^models\//, '') : '';
}

function nameless({name}: Provider): CallFailure {
	return {
		kind: 'not-found',
		message: `The provider “${name}” lists no model. Ask for one as “${name}/…”, or name some under “models” in the settings.`,
		status: 404,
		code: 'model_not_found',
		param: 'model',
		retry: 'other',
	};
}

/**
 * Returns the model to ask for: the one of the target, or else the first one that the provider
 * lists.
 */
export async function modelOf(
	{provider, model}: RouteTarget,
	headers: Headers,
	catalogue: ModelCatalogue,
): Promise<Checked<string>> {
	return model === '' ? await catalogue.firstModel(provider, headers) : {ok: true, value: model};
}
