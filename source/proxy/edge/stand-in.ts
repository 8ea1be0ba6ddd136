import type {JsonObject} from '../../events/json.ts';
import type {Inbound} from '../translate/protocol.ts';
import {entryOf, textOf} from '../translate/request-reading.ts';
import type {ProxyContext} from './proxy-context.ts';

/**
 * Replaces the name of a model that no provider or route can know by `default`. Claude Code asks
 * for Anthropic's models whatever its settings say (for side jobs a small one), Gemini CLI for
 * Google's.
 */
export function withStandIn(
	body: JsonObject,
	{settings, providers}: ProxyContext,
	inbound: Inbound,
): JsonObject {
	const model = textOf(body['model']);
	const isKnown =
		settings.routes.some(route => [model, '*'].includes(route.model)) ||
		providers.some(({kind, models}) => kind === inbound.sameKind || models.includes(model));
	const own = entryOf(ownNames, inbound.kind);
	return own !== undefined && model.startsWith(own) && !isKnown
		? {...body, model: 'default'}
		: body;
}

const ownNames: Readonly<Record<string, string>> = {anthropic: 'claude-', gemini: 'gemini-'};
