import {createHash} from 'node:crypto';
import {failed, type Result} from '../events/failure.ts';
import {isJsonObject, type JsonObject} from '../events/json.ts';
import {readServerEntries, type ServerEntry} from '../mcp-client/server-entry.ts';
import type {EngineParts} from './engine-parts.ts';

/**
 * MCP servers that an editor brings: a person named them in the editor's settings, so they need no
 * second word to be started, but a person is asked about their calls. Nothing stores them. Their
 * names say where they come from, so that no rule for a server of one's own covers them.
 */
export function bringServers(
	{ports}: Pick<EngineParts, 'ports'>,
	{from, servers}: {readonly from: string; readonly servers: JsonObject},
): Result<readonly string[]> {
	const {mcpServers} = ports;
	const editor = editorName(from);
	if (!mcpServers) {
		return {ok: false, failure: failed('conflict', 'This session starts no MCP servers.')};
	}
	const entries = readServerEntries(plainFields(servers), 'editor').map(entry =>
		named(entry, editor),
	);
	const others = mcpServers.states.snapshot().filter(({origin}) => origin !== 'editor');
	const taken = entries.filter(({name}) => others.some(other => other.name === name));
	mcpServers.bring(
		({origin, name}) => origin === 'editor' && name.endsWith(`@${editor}`),
		entries.filter(one => !taken.includes(one)),
	);
	return {
		ok: true,
		value: [
			...taken.map(({name}) => `${name} is the name of another server here; it is not started.`),
			...entries.flatMap(({name, problem}) => (problem === null ? [] : [`${name}: ${problem}.`])),
		],
	};
}

/** An editor has no say in what its servers may skip, or on which machine they run. */
const fieldsRead = ['command', 'args', 'env', 'type', 'url', 'headers'];

function plainFields(servers: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(servers).map(([name, value]) => [
			name,
			isJsonObject(value)
				? Object.fromEntries(Object.entries(value).filter(([key]) => fieldsRead.includes(key)))
				: value,
		]),
	);
}

const editorLengthMax = 20;

/** `zed` for Zed. No editor can pass for the folder, whose servers a person has to trust first. */
function editorName(from: string): string {
	const name = from
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, editorLengthMax)
		.replace(/^-|-$/g, '');
	return name === '' || name === 'folder' ? 'editor' : name;
}

const nameLengthMax = 40;
const hashLength = 6;

/**
 * The model reads the names of all servers, so a name can be no sentence. One that had to change
 * ends in a hash: two of them stay two.
 */
function named(entry: ServerEntry, editor: string): ServerEntry {
	const {name} = entry;
	const isPlain = name.length <= nameLengthMax && /^[A-Za-z0-9_.-]+$/.test(name);
	const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength);
	const cleaned = name.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, nameLengthMax - hashLength - 1);
	return {...entry, name: `${isPlain ? name : `${cleaned}-${hash}`}@${editor}`};
}
