import type {JsonObject} from '../../events/json.ts';
import type {Checked} from '../failure.ts';
import {type NeutralItem, type NeutralPart, type NeutralRequest, textOfParts} from '../neutral.ts';
import {resolveRoute} from '../route/resolve.ts';
import {parseMessagesRequest} from '../translate/messages-in.ts';
import {textOf} from '../translate/read.ts';
import type {House} from './house.ts';

/** Who counts: the provider that would answer, where it can, else this proxy, roughly. */
export type Count =
	| {readonly type: 'estimate'; readonly body?: undefined; readonly tokens: Checked<number>}
	| {readonly type: 'ask'; readonly body: JsonObject};

export function countTokens(body: JsonObject, house: House): Count {
	const route = resolveRoute(textOf(body['model']), house);
	if (!route.ok) {
		return {type: 'estimate', tokens: route};
	}
	const [target] = route.value.targets;
	if (target?.provider.kind === 'anthropic') {
		const {provider, model} = target;
		return {type: 'ask', body: {...body, model: `${provider.name}/${model}`}};
	}
	const request = parseMessagesRequest(body);
	return {
		type: 'estimate',
		tokens: request.ok ? {ok: true, value: estimate(request.value)} : request,
	};
}

const bytesPerToken = 4;
const imageTokens = 1500;
const itemTokens = 4;

/** Each model counts in its own way; this is near enough to see when a conversation gets full. */
function estimate({instructions, items, tools}: NeutralRequest): number {
	const described = tools.length === 0 ? '' : JSON.stringify(tools);
	const fixed = tokensOf(instructions) + tokensOf(described);
	return items.reduce((sum, item) => sum + itemTokens + tokensOfItem(item), fixed);
}

function tokensOfItem(item: NeutralItem): number {
	switch (item.type) {
		case 'call':
			return tokensOf(item.name) + tokensOf(item.arguments);
		case 'reasoning':
			return tokensOf(item.text) + tokensOf(item.summary);
		case 'message':
		case 'result':
			return tokensOfParts(item.parts);
	}
}

function tokensOfParts(parts: readonly NeutralPart[]): number {
	const images = parts.filter(({type}) => type === 'image').length;
	return tokensOf(textOfParts(parts)) + images * imageTokens;
}

function tokensOf(text: string): number {
	return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}
