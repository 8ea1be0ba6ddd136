import {createHash} from 'node:crypto';
import type {McpTool} from '../events/mcp.ts';

type RawName = Pick<McpTool, 'server' | 'name'>;

/**
 * Gives each tool the name by which models call it: `server__tool`. It depends on nothing but the
 * two raw names, so it is the same in every session. A name that no model API takes, or that could
 * stand for another pair as well, ends in a hash of the pair instead. Names are never parsed back:
 * this map is the only way from a name to its tool.
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
	// Two tools with the same hash: a call must never reach the other one, so neither has a name.
	for (const name of doubted) {
		named.delete(name);
	}
	return named;
}

/** Gemini's limit is the lowest: its own client cuts names there. */
export const nameLengthMax = 63;
const hashLength = 12;

export function modelName({server, name}: RawName): string {
	const plain = `${server}__${name}`;
	return isPlain({server, name}, plain) ? plain : hashedName({server, name}, plain);
}

/**
 * Whether the name stands for this pair only: the first `__` must be ours. A name that ends as a
 * hashed one does could be made to equal the name of another tool.
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

/** OpenAI takes no dots, Gemini no digit or dash at the start. */
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
