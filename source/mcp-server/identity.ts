import {version} from '../cli/version.ts';

/**
 * What this server says about itself. Clients often start the server only to learn this, so these
 * answers are given without an engine, and must equal those that an engine would give.
 */
export const serverInfo = {name: 'agent-tui', title: 'agent-tui', version} as const;

export const capabilities = {tools: {}, resources: {subscribe: true, listChanged: true}} as const;

/** If a client of the newer era declares this extension, it gets a task instead of a `call_id`. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** The capabilities for the newer era, in which extensions exist. */
export const envelopeCapabilities = {...capabilities, extensions: {[tasksExtension]: {}}} as const;

export const instructions =
	'Live terminals, files and other machines (ssh), under the eyes of a person. What a rule does not allow is asked of that person, on a screen of agent-tui or by your own question form. A call that takes long returns a call_id: get_result waits for the rest, and running it again is never needed. Terminals outlive calls and connections.';

/** The protocol's revisions with a handshake, the newest first. */
export const handshakeVersions = [
	'2025-11-25',
	'2025-06-18',
	'2025-03-26',
	'2024-11-05',
	'2024-10-07',
] as const;

/** The revisions without a handshake: each request names the client and its capabilities. */
export const envelopeVersions = ['2026-07-28'] as const;

export const metaKeys = {
	protocol: 'io.modelcontextprotocol/protocolVersion',
	client: 'io.modelcontextprotocol/clientInfo',
	capabilities: 'io.modelcontextprotocol/clientCapabilities',
	server: 'io.modelcontextprotocol/serverInfo',
} as const;

/** How long clients may cache the lists, which change only with this program's version. */
export const listCache = {ttlMs: 3_600_000, cacheScope: 'private'} as const;

/**
 * The notification by which the client's side of the connection reports that the client received a
 * result.
 */
export const deliveredMethod = 'notifications/agent-tui/delivered';
