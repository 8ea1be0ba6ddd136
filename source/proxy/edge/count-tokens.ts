import type {JsonObject} from '../../events/json.ts';
import type {Checked} from '../failure.ts';
import {resolveRoute} from '../route/resolve.ts';
import type {Counting, Inbound} from '../translate/protocol.ts';
import {optionalObject, textOf} from '../translate/request-reading.ts';
import {inputTokensOf} from '../translate/token-estimate.ts';
import type {ProxyContext} from './proxy-context.ts';

/**
 * How tokens are counted. `ask`: by the provider that would answer, if it speaks the client's
 * protocol. `estimate`: roughly, by this proxy.
 */
export type Count =
	| {readonly type: 'estimate'; readonly body?: undefined; readonly answer: Checked<JsonObject>}
	| {readonly type: 'ask'; readonly body: JsonObject};

export function countTokens(
	body: JsonObject,
	{proxyContext, inbound, counting}: CountingClient,
): Count {
	const route = resolveRoute(textOf(body['model']), proxyContext);
	if (!route.ok) {
		return {type: 'estimate', answer: route};
	}
	const [target] = route.value.targets;
	if (target?.provider.kind === inbound.sameKind) {
		const {provider, model} = target;
		return {
			type: 'ask',
			body: {...withInnerModel(body, model), model: `${provider.name}/${model}`},
		};
	}
	const request = inbound.parse(counting.request(body));
	return {
		type: 'estimate',
		answer: request.ok ? {ok: true, value: counting.answer(inputTokensOf(request.value))} : request,
	};
}

export type CountingClient = {
	readonly proxyContext: ProxyContext;
	readonly inbound: Inbound;
	readonly counting: Counting;
};

/**
 * A Gemini client may put a whole request into the request to count tokens. Its model is then
 * replaced there as well.
 */
function withInnerModel(body: JsonObject, model: string): JsonObject {
	const inner = optionalObject(body['generateContentRequest']);
	return inner ? {...body, generateContentRequest: {...inner, model: `models/${model}`}} : body;
}
