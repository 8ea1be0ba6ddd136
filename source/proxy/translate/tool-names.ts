import type {CallForm, NeutralItem, NeutralTool, ToolName} from '../neutral.ts';

/**
 * Translates tool names to what a provider accepts, and back. Chat Completions knows neither
 * namespaces nor free-text tools, and allows at most 64 letters, digits, `_` and `-`.
 */
export type ToolNames = {
	readonly outward: (tool: ToolName) => string;
	/**
	 * Returns the client's name for a tool. A name that was never offered is returned unchanged, so
	 * that the client decides.
	 */
	readonly inward: (name: string) => ToolName & {readonly form: CallForm};
	readonly offers: (name: string) => boolean;
	/**
	 * Returns an id for a new call. Some models number their calls anew in each answer, but clients
	 * treat two calls with equal ids as one.
	 */
	readonly freshId: (id: string) => string;
};

export function createNames(
	tools: readonly NeutralTool[],
	items: readonly NeutralItem[] = [],
): ToolNames {
	const outward = new Map<string, string>();
	const calls = items.filter(item => item.type === 'call');
	const ids = new Set(calls.map(({id}) => id));
	const inward = new Map<string, ToolName & {readonly form: CallForm}>();
	for (const {name, namespace, form} of tools) {
		const plain = plainName({name, namespace});
		const free = freeName(plain, candidate => inward.has(candidate));
		outward.set(keyOf({name, namespace}), free);
		inward.set(free, {name, namespace, form});
	}
	return {
		outward: tool => outward.get(keyOf(tool)) ?? plainName(tool),
		inward: name => inward.get(name) ?? {name, form: 'function'},
		offers: name => inward.has(name),
		freshId(id) {
			const free = freeName(id, candidate => ids.has(candidate));
			ids.add(free);
			return free;
		},
	};
}

const nameLengthMax = 64;
const hashLength = 8;

function keyOf({name, namespace}: ToolName): string {
	return namespace === undefined ? name : `${namespace}\n${name}`;
}

function plainName({name, namespace}: ToolName): string {
	const joined = namespace === undefined ? name : `${namespace}__${name}`;
	const plain = joined.replace(/[^\w-]/g, '_');
	if (plain.length <= nameLengthMax) {
		return plain;
	}
	// The hash distinguishes two long names that begin alike.
	return `${plain.slice(0, nameLengthMax - hashLength - 1)}_${hashOf(joined)}`;
}

function freeName(name: string, taken: (name: string) => boolean): string {
	let free = name;
	for (let count = 2; taken(free); count += 1) {
		const suffix = `_${count}`;
		free = name.slice(0, nameLengthMax - suffix.length) + suffix;
	}
	return free;
}

/** Returns an FNV-1a hash, which is short and stable. Nothing secret depends on it. */
function hashOf(text: string): string {
	let hash = 0x81_1c_9d_c5;
	for (let index = 0; index < text.length; index += 1) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
	}
	return (hash >>> 0).toString(16).padStart(hashLength, '0');
}
