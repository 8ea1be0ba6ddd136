import {createHash} from 'node:crypto';
import type {McpTool} from '../events/mcp.ts';

type RawName = Pick<McpTool, 'server' | 'name'>;

/**
 * Gives each tool the name by which models call it: `server__tool`. It depends only on these two
 * raw names, so it is the same in every session. If some model API would reject the name, or if
 * another pair could give it too, the name ends in a hash of the pair. Names are never parsed: this
 * map is the only way from a name to its tool.
 */
export function nameTools<Tool extends RawName>(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
	const named = new Map<string, Tool>();
	const doubted = new Set<string>();
	for (const tool of tools) {
		const name = modelName(tool);
		const other = named.get(name);
		if (other === undefined) {
			named.set(name, tool);
		} else if (other.server !== tool.server || other.name !== tool.name) {
			doubted.add(name);
		}
	}
	// Two tools got the same name. No call may ever reach the wrong one, so neither is offered.
	for (const name of doubted) {
		named.delete(name);
	}
	return named;
}

/** The lowest limit is that of Gemini's own client, which cuts longer names. */
export const nameLengthMax = 63;
const hashLength = 12;

export function modelName({server, name}: RawName): string {
	const plain = `${server}__${name}`;
	return isPlain({server, name}, plain) ? plain : hashedName({server, name}, plain);
}

/**
 * Whether only this pair can give the name: its first `__` must be the one between server and tool.
 * A name that ends like a hashed one is excluded, since it could equal another tool's hashed name.
 */
function isPlain({server, name}: RawName, plain: string): boolean {
	return (
		server !== '' &&
		name !== '' &&
		plain.length <= nameLengthMax &&
		acceptedByAll.test(plain) &&
		!server.includes('__') &&
		!server.endsWith('_') &&
		!endsInHash.test(plain)
	);
}

/** OpenAI rejects dots; Gemini rejects a digit or dash at the start. */
const acceptedByAll = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const endsInHash = new RegExp(`_[0-9a-f]{${hashLength}}$`);

function hashedName({server, name}: RawName, plain: string): string {
	const hash = createHash('sha256')
		.update(JSON.stringify([server, name]))
		.digest('hex')
		.slice(0, hashLength);
	const cleaned = plain.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^(?![A-Za-z_])/, '_');
	return `${cleaned.slice(0, nameLengthMax - hashLength - 1)}_${hash}`;
}
