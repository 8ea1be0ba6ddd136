import type {JsonObject} from '../../events/json.ts';
import {knownModels} from '../route/resolve.ts';
import type {Inbound} from '../translate/protocol.ts';
import {objectsOf} from '../translate/request-reading.ts';
import type {ProxyContext} from './proxy-context.ts';

/** What can be asked for, as OpenAI's clients read it. */
export function openaiModels(proxyContext: ProxyContext): JsonObject {
	const data = knownModels(proxyContext).map(({id, owner}) => ({
		id,
		object: 'model',
		created: 0,
		owned_by: owner,
	}));
	return {object: 'list', data};
}

/** One of them, as clients look it up before they ask; null: it is not known. */
export function oneModel(
	proxyContext: ProxyContext,
	id: string,
	dialect: Inbound,
): JsonObject | null {
	const list =
		dialect.kind === 'anthropic' ? anthropicModels(proxyContext) : openaiModels(proxyContext);
	return objectsOf(list['data']).find(model => model['id'] === id) ?? null;
}

/** The models that can be asked for, in the form that Anthropic's clients read, all on one page. */
export function anthropicModels(proxyContext: ProxyContext): JsonObject {
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
