import type {JsonObject} from '../../events/json.ts';
import type {Inbound} from '../translate/protocol.ts';
import {entryOf, textOf} from '../translate/request-reading.ts';
import type {ProxyContext} from './proxy-context.ts';

/**
 * Claude Code asks for Anthropic's models by name whatever it was told, a small one for its side
 * jobs among them, and Gemini CLI for Google's. Where nobody here can know such a name, the
 * default model stands in for it.
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
