import type {JsonObject} from '../../events/json.ts';
import type {Inbound} from '../translate/protocol.ts';
import {textOf} from '../translate/request-reading.ts';
import type {ProxyContext} from './proxy-context.ts';

/**
 * Claude Code asks for Anthropic's models by name whatever it was told, a small one for its side
 * jobs among them. Where nobody here can know such a name, the default model stands in for it.
 */
export function withStandIn(
	body: JsonObject,
	{settings, providers}: ProxyContext,
	inbound: Inbound,
): JsonObject {
	const model = textOf(body['model']);
	const isKnown =
		settings.routes.some(route => [model, '*'].includes(route.model)) ||
		providers.some(({kind, models}) => kind === 'anthropic' || models.includes(model));
	return inbound.kind === 'anthropic' && model.startsWith('claude-') && !isKnown
		? {...body, model: 'default'}
		: body;
}
