import {isJsonObject, type JsonObject, parseJson} from '../../events/json.ts';
import {
	capabilities,
	envelopeCapabilities,
	envelopeVersions,
	handshakeVersions,
	instructions,
	listCache,
	metaKeys,
	serverInfo,
} from '../../mcp-server/identity.ts';
import {readTextFile} from '../../platform/atomic-file.ts';

/**
 * Whether the request itself names its protocol and client, as in the newer revisions of MCP. In
 * the older ones, a handshake does that once.
 */
export function hasEnvelope(params: unknown): boolean {
	const meta = isJsonObject(params) ? params['_meta'] : null;
	return isJsonObject(meta) && typeof meta[metaKeys.protocol] === 'string';
}

/** The answer to the handshake. It must be the one that the engine would give. */
export function initializeResult(params: unknown): JsonObject {
	const wanted = isJsonObject(params) ? params['protocolVersion'] : null;
	const known: readonly unknown[] = handshakeVersions;
	const protocolVersion = known.includes(wanted) ? String(wanted) : handshakeVersions[0];
	return {protocolVersion, capabilities, serverInfo, instructions};
}

export function discoverResult(): JsonObject {
	const result = {
		supportedVersions: [...envelopeVersions],
		capabilities: envelopeCapabilities,
		instructions,
	};
	return inEnvelope({...result, ...listCache});
}

/** Puts a result into the form of the newer revisions. */
export function inEnvelope(result: JsonObject): JsonObject {
	return {...result, resultType: 'complete', _meta: {[metaKeys.server]: serverInfo}};
}

/** The list of tools. Its modules are loaded only now, because most clients never ask for it. */
export async function toolsResult(config: string, params: unknown): Promise<JsonObject> {
	const {toolList} = await import('../../mcp-server/tool-list.ts');
	const settings = parseJson(readTextFile(`${config}/config.json`) ?? '');
	const workers = isJsonObject(settings) ? settings['workers'] : null;
	const hasWorkers = Array.isArray(workers) && workers.length > 0;
	const result = {tools: toolList({hasWorkers})};
	return hasEnvelope(params) ? inEnvelope({...result, ...listCache}) : result;
}

/** An empty list: without an engine there are no terminals to list. */
export function emptyList(name: string, params: unknown): JsonObject {
	const result = {[name]: []};
	return hasEnvelope(params) ? inEnvelope({...result, ttlMs: 0, cacheScope: 'private'}) : result;
}
