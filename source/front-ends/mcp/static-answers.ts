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

/** Whether each request says who asks, as in the newer revisions, instead of one handshake. */
export function hasEnvelope(params: unknown): boolean {
	const meta = isJsonObject(params) ? params['_meta'] : null;
	return isJsonObject(meta) && typeof meta[metaKeys.protocol] === 'string';
}

/** The answer to the handshake, as the engine would give it. */
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

/** A result in the shape of the newer revisions. */
export function inEnvelope(result: JsonObject): JsonObject {
	return {...result, resultType: 'complete', _meta: {[metaKeys.server]: serverInfo}};
}

/** The list of tools. What it is made of is loaded now: most of a client's starts never ask. */
export async function toolsResult(config: string, params: unknown): Promise<JsonObject> {
	const {toolList} = await import('../../mcp-server/tool-list.ts');
	const settings = parseJson(readTextFile(`${config}/config.json`) ?? '');
	const workers = isJsonObject(settings) ? settings['workers'] : null;
	const hasWorkers = Array.isArray(workers) && workers.length > 0;
	const result = {tools: toolList({hasWorkers})};
	return hasEnvelope(params) ? inEnvelope({...result, ...listCache}) : result;
}

/** Without an engine there is no terminal, and so nothing to list. */
export function emptyList(name: string, params: unknown): JsonObject {
	const result = {[name]: []};
	return hasEnvelope(params) ? inEnvelope({...result, ttlMs: 0, cacheScope: 'private'}) : result;
}
