import {version} from '../cli/version.ts';

/**
 * What this server says of itself. Clients often start it only to hear this, so these answers are
 * given without any engine; they have to be the ones that the engine would give.
 */
export const serverInfo = {name: 'agent-tui', title: 'agent-tui', version} as const;

export const capabilities = {tools: {}, resources: {subscribe: true, listChanged: true}} as const;

/** Clients of the newer era may declare it, and get a task in place of a `call_id`. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** The same for the newer era, in which there are extensions. */
export const envelopeCapabilities = {...capabilities, extensions: {[tasksExtension]: {}}} as const;

export const instructions =
	'Live terminals, files and other machines (ssh), under the eyes of a person. What a rule does not allow is asked of that person, on a screen of agent-tui or by your own question form. A call that takes long returns a call_id: get_result waits for the rest, and running it again is never needed. Terminals outlive calls and connections.';

/** The revisions with a handshake, the newest first. */
export const handshakeVersions = [
	'2025-11-25',
	'2025-06-18',
	'2025-03-26',
	'2024-11-05',
	'2024-10-07',
] as const;

/** The revisions in which each request says who asks. */
export const envelopeVersions = ['2026-07-28'] as const;

export const metaKeys = {
	protocol: 'io.modelcontextprotocol/protocolVersion',
	client: 'io.modelcontextprotocol/clientInfo',
	capabilities: 'io.modelcontextprotocol/clientCapabilities',
	server: 'io.modelcontextprotocol/serverInfo',
} as const;

/** How long clients may keep the lists. They change only with the version of this program. */
export const listCache = {ttlMs: 3_600_000, cacheScope: 'private'} as const;

/** Sent by the client's side of the connection when a result was handed to the client. */
export const deliveredMethod = 'notifications/agent-tui/delivered';
