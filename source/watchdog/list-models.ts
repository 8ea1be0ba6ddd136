import {isJsonObject} from '../events/json.ts';
import {getJson} from '../platform/http-get.ts';
import type {Address} from './proxy-lines.ts';

const listTimeoutMs = 5000;

/**
 * Lists the models to which the proxy can route requests, as `provider/model`. Empty if the proxy
 * does not answer.
 */
export async function listModels({url, token}: Address): Promise<readonly string[]> {
	const answer = await getJson({url: `${url}/v1/models`, token, timeoutMs: listTimeoutMs});
	const list = answer.ok && isJsonObject(answer.value) ? answer.value['data'] : [];
	return Array.isArray(list)
		? list.flatMap(entry =>
				isJsonObject(entry) && typeof entry['id'] === 'string' ? [entry['id']] : [],
			)
		: [];
}
