import type {JsonObject} from '../../events/json.ts';
import type {Checked} from '../failure.ts';
import {resolveRoute} from '../route/resolve.ts';
import {parseAnthropicRequest} from '../translate/anthropic/client-request.ts';
import {textOf} from '../translate/request-reading.ts';
import {inputTokensOf} from '../translate/token-estimate.ts';
import type {ProxyContext} from './proxy-context.ts';

/** Who counts: the provider that would answer, where it can, else this proxy, roughly. */
export type Count =
	| {readonly type: 'estimate'; readonly body?: undefined; readonly tokens: Checked<number>}
	| {readonly type: 'ask'; readonly body: JsonObject};

export function countTokens(body: JsonObject, proxyContext: ProxyContext): Count {
	const route = resolveRoute(textOf(body['model']), proxyContext);
	if (!route.ok) {
		return {type: 'estimate', tokens: route};
	}
	const [target] = route.value.targets;
	if (target?.provider.kind === 'anthropic') {
		const {provider, model} = target;
		return {type: 'ask', body: {...body, model: `${provider.name}/${model}`}};
	}
	const request = parseAnthropicRequest(body);
	return {
		type: 'estimate',
		tokens: request.ok ? {ok: true, value: inputTokensOf(request.value)} : request,
	};
}
