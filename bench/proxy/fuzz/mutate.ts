import type {Chance} from './chance.ts';

/** Unusual values, on which a careless reader may fail. */
const edges: readonly unknown[] = [
	null,
	true,
	false,
	0,
	-1,
	1.5,
	1e21,
	2 ** 53,
	'',
	' ',
	'null',
	'\0',
	'\ud800',
	'\ufeff',
	'data: x\n\n',
	'[DONE]',
	'</tool_call>',
	'__proto__',
	[],
	{},
	[[]],
	[null],
	{a: null},
	[1, 'a', {}],
];

const names = ['__proto__', 'constructor', 'toString', 'length', 'type', 'index', 'id', 'name'];
const foreign = ['delta', 'content', 'choices', 'usage', 'error', 'arguments', 'parts', 'output'];

/** A text that stands for nested brackets which would be too deep for `JSON.stringify`. */
const deepMark = '\u0001deep';
const depths = [20, 199, 201, 1000, 20_000];

/** Returns a copy of a JSON value in which one or several values were changed. */
export function mutateJson(value: unknown, chance: Chance): unknown {
	const root = {value: structuredClone(value)};
	const count = 1 + chance.size(6);
	for (let done = 0; done < count; done += 1) {
		changeOne(root, chance);
	}
	return root.value;
}

/** Like `JSON.stringify`, but with nested brackets in place of the mark. */
export function jsonText(value: unknown, chance: Chance): string {
	const text = JSON.stringify(value) ?? 'null';
	return text.includes(markWritten) ? text.replaceAll(markWritten, () => deep(chance)) : text;
}

const markWritten = JSON.stringify(deepMark);

export function deep(chance: Chance): string {
	const depth = chance.pick(depths);
	const isClosed = chance.of(0.8);
	return chance.of(0.5)
		? `${'['.repeat(depth)}${isClosed ? ']'.repeat(depth) : ''}`
		: `${'{"a":'.repeat(depth)}1${isClosed ? '}'.repeat(depth) : ''}`;
}

type Holder = Record<string, unknown>;

function changeOne(root: {value: unknown}, chance: Chance): void {
	const places: {holder: Holder; key: string}[] = [{holder: root as Holder, key: 'value'}];
	for (const {holder, key} of places) {
		const inner = holder[key];
		if (typeof inner === 'object' && inner !== null && places.length < placesMax) {
			for (const each of Object.keys(inner)) {
				places.push({holder: inner as Holder, key: each});
			}
		}
	}
	const {holder, key} = chance.pick(places);
	change({holder, key, other: chance.pick(places)}, chance);
}

const placesMax = 2000;

function change(
	{holder, key, other}: {holder: Holder; key: string; other: {holder: Holder; key: string}},
	chance: Chance,
): void {
	switch (chance.below(9)) {
		case 0:
			delete holder[key];
			break;
		case 1:
			holder[key] = [holder[key]];
			break;
		case 2:
			put(holder, chance.pick([...names, ...foreign]), structuredClone(holder[key]));
			break;
		case 3:
			holder[key] = structuredClone(other.holder[other.key]);
			break;
		case 4:
			holder[key] = chance.of(0.3) ? deepMark : structuredClone(chance.pick(edges));
			break;
		case 5:
			holder[key] = 'long '.repeat(chance.size(3000));
			break;
		case 6:
			holder[key] = {[chance.pick(foreign)]: holder[key]};
			break;
		case 7:
			holder[key] = typeof holder[key] === 'string' ? mutateText(holder[key], chance) : {};
			break;
		default:
			holder[key] = structuredClone(chance.pick(edges));
	}
}

/** Sets a property even if its name is special in JavaScript, such as `__proto__`. */
function put(holder: Holder, key: string, value: unknown): void {
	if (!Array.isArray(holder)) {
		Object.defineProperty(holder, key, {
			value,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	}
}

const splinters = [
	...['{', '}', '[', ']', '"', '\\', "'", '<', '>', '/', '`', '```', ':', ',', '\n', '\r\n'],
	...['\n\n', '\0', '\u2028', '😀', '\ud83d', 'é', 'data:', 'event:', 'null', 'NaN', '1e999'],
	...['<tool_call>', '</tool_call>', '<|', '|>', '[TOOL_CALLS]', '<think>', '</think>', '<bash>'],
];

/** Returns the text with characters removed, doubled, moved or inserted. */
export function mutateText(text: string, chance: Chance): string {
	let changed = text;
	const count = 1 + chance.size(8);
	for (let done = 0; done < count; done += 1) {
		const at = chance.below(changed.length + 1);
		const to = Math.min(changed.length, at + chance.size(200));
		const [before, piece, after] = [changed.slice(0, at), changed.slice(at, to), changed.slice(to)];
		changed =
			before +
			chance.pick([() => '', () => piece + piece, () => chance.pick(splinters) + piece])() +
			after;
	}
	return changed;
}

export function mutateBytes(bytes: Buffer, chance: Chance): Buffer {
	const changed = Buffer.from(bytes);
	const count = 1 + chance.size(20);
	for (let done = 0; done < count && changed.length > 0; done += 1) {
		changed[chance.below(changed.length)] = chance.below(256);
	}
	return chance.of(0.3) ? changed.subarray(0, chance.below(changed.length + 1)) : changed;
}
