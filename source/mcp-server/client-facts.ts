import type {ClientCapabilities, Server, ServerContext} from '@modelcontextprotocol/server';
import {isJsonObject, type JsonObject} from '../events/json.ts';
import type {AskingWay, FormAnswer} from './asking.ts';
import type {McpClientName} from './client-link.ts';
import {metaKeys, tasksExtension} from './identity.ts';

/**
 * The protocol's two eras (before and since revision 2026-07-28) name the client and its
 * capabilities in different places; these facts tell where to look.
 */
export type ClientSide = {
	readonly server: Server;
	readonly era: 'legacy' | 'modern';
	/**
	 * Null if client and server share a connection, on which we can send requests to the client.
	 * Otherwise the name of the HTTP exchange.
	 */
	readonly exchange: string | null;
};

export function askingOf(client: ClientSide, context: ServerContext): AskingWay {
	const {era, exchange} = client;
	if (!hasForms(client, context)) {
		return 'none';
	}
	return era === 'modern' ? 'answer' : exchange === null ? 'request' : 'none';
}

export function hasForms(client: ClientSide, context: ServerContext): boolean {
	const form = capabilitiesOf(client, context)?.elicitation;
	// An empty object means forms, since older revisions had no other mode.
	return form !== undefined && (form.form !== undefined || form.url === undefined);
}

/** Whether the client accepts a task instead of a result, as only clients of the newer era do. */
export function hasTasks(client: ClientSide, context: ServerContext): boolean {
	return (
		client.era === 'modern' &&
		isJsonObject(capabilitiesOf(client, context)?.extensions?.[tasksExtension])
	);
}

function capabilitiesOf(
	{era, server}: ClientSide,
	{mcpReq}: ServerContext,
): ClientCapabilities | undefined {
	return era === 'modern'
		? (envelopeOf(mcpReq)[metaKeys.capabilities] as ClientCapabilities | undefined)
		: server.getClientCapabilities();
}

function envelopeOf({envelope}: ServerContext['mcpReq']): JsonObject {
	return (envelope ?? {}) as JsonObject;
}

export function clientOf({era, server}: ClientSide, {mcpReq}: ServerContext): McpClientName {
	const envelope = envelopeOf(mcpReq);
	const told = era === 'modern' ? envelope[metaKeys.client] : server.getClientVersion();
	const protocol =
		era === 'modern' ? envelope[metaKeys.protocol] : server.getNegotiatedProtocolVersion();
	const {name, version} = isJsonObject(told) ? told : {};
	return {
		name: typeof name === 'string' ? name : 'a client',
		version: typeof version === 'string' ? version : '',
		protocol: typeof protocol === 'string' ? protocol : era,
	};
}

export function formAnswerOf(value: unknown): FormAnswer {
	const {action, content} = isJsonObject(value) ? value : {};
	return {
		action: typeof action === 'string' ? action : 'cancel',
		...(isJsonObject(content) && {content}),
	};
}
