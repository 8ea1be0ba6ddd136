import {createHash} from 'node:crypto';
import {failed, type Result} from '../events/failure.ts';
import {isJsonObject, type JsonObject} from '../events/json.ts';
import {readServerEntries, type ServerEntry} from '../mcp-client/server-entry.ts';
import type {EngineParts} from './engine-parts.ts';

/**
 * Adds MCP servers that an editor brings. A person has named them in the editor's settings, so no
 * further yes is needed to start them, but their calls ask. They are not stored. Their names say
 * where they come from, so that a rule for a server of the user's own settings never covers them.
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

/**
 * The fields of an entry that count. An editor can't decide what its servers may do without a
 * question, or on which machine they run.
 */
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

/**
 * Returns the name of the editor, such as `zed`. No editor can have the name `folder`, since a
 * folder's servers have to be trusted first.
 */
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
 * Returns an entry whose name is no sentence, since the model reads the names of all servers. A
 * name that had to be changed ends in a hash, so that two different names stay different.
 */
function named(entry: ServerEntry, editor: string): ServerEntry {
	const {name} = entry;
	const isPlain = name.length <= nameLengthMax && /^[A-Za-z0-9_.-]+$/.test(name);
	const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength);
	const cleaned = name.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, nameLengthMax - hashLength - 1);
	return {...entry, name: `${isPlain ? name : `${cleaned}-${hash}`}@${editor}`};
}
