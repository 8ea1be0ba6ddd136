import type {JsonObject} from '../../events/json.ts';
import {knownModels} from '../route/resolve.ts';
import type {Inbound} from '../translate/protocol.ts';
import {objectsOf} from '../translate/request-reading.ts';
import type {ProxyContext} from './proxy-context.ts';

/** Lists the models in the form that OpenAI's clients read. */
function openaiModels(proxyContext: ProxyContext): JsonObject {
	const data = knownModels(proxyContext).map(({id, owner}) => ({
		id,
		object: 'model',
		created: 0,
		owned_by: owner,
	}));
	return {object: 'list', data};
}

/**
 * Returns one model of the list, since clients may look it up before they ask; null if it is
 * unknown.
 */
export function oneModel(
	proxyContext: ProxyContext,
	id: string,
	dialect: Inbound,
): JsonObject | null {
	const list = modelsFor(dialect, proxyContext);
	return dialect.kind === 'gemini'
		? (objectsOf(list['models']).find(({name}) => name === `models/${id}`) ?? null)
		: (objectsOf(list['data']).find(model => model['id'] === id) ?? null);
}

/** Lists the models in the form of the client's protocol. */
export function modelsFor({kind}: Inbound, proxyContext: ProxyContext): JsonObject {
	switch (kind) {
		case 'anthropic':
			return anthropicModels(proxyContext);
		case 'gemini':
			return geminiModels(proxyContext);
		default:
			return openaiModels(proxyContext);
	}
}

function geminiModels(proxyContext: ProxyContext): JsonObject {
	return {
		models: knownModels(proxyContext).map(({id}) => ({
			name: `models/${id}`,
			displayName: id,
			supportedGenerationMethods: ['generateContent', 'countTokens'],
		})),
	};
}

/** Lists the models in the form that Anthropic's clients read, on a single page. */
function anthropicModels(proxyContext: ProxyContext): JsonObject {
	const data = knownModels(proxyContext).map(({id}) => ({
		type: 'model',
		id,
		display_name: id,
		created_at: '1970-01-01T00:00:00Z',
	}));
	return {
		data,
		has_more: false,
		first_id: data[0]?.id ?? null,
		last_id: data.at(-1)?.id ?? null,
	};
}
