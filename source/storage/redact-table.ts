import type {SecretShape} from './redact-shape.ts';

/** Where in a text a shape may begin, by its first three characters. */
export type Table = {
	/** The bucket number for each three characters; 0 means none. */
	readonly buckets: Uint16Array;
	readonly shapes: readonly (readonly SecretShape[])[];
	/** For each bucket, the classes that the fourth character may have, as 64 bits in two numbers. */
	readonly fourths: Uint32Array;
	/**
	 * The first one or two characters of each token. If a text ends with them, a token may begin
	 * there.
	 */
	readonly beginnings: ReadonlyMap<string, 'word' | 'inner'>;
	/** A buffer for a part of the text: bytes are read twice as fast as a string. */
	readonly bytes: Buffer;
};

const classBits = 6;
const tableSize = 1 << (3 * classBits);
const mask = tableSize - 1;
const blockLength = 65_536;

/** Both cases of a letter share a class. Characters that no anchor uses are class 0. */
const classes = createClasses('abcdefghijklmnopqrstuvwxyz0123456789-_:/. =~?&+@');

function createClasses(characters: string): Uint8Array {
	const table = new Uint8Array(256);
	for (const [index, character] of [...characters].entries()) {
		table[character.charCodeAt(0)] = index + 1;
		table[character.toUpperCase().charCodeAt(0)] = index + 1;
	}
	return table;
}

export function createTable(shapes: readonly SecretShape[]): Table {
	const buckets = new Uint16Array(tableSize);
	const lists: SecretShape[][] = [[]];
	const fourths = new Uint32Array(2 * shapes.flatMap(({anchors}) => anchors).length + 2);
	const beginnings = new Map<string, 'word' | 'inner'>();
	for (const shape of shapes) {
		for (const anchor of shape.anchors) {
			const key = keyOf(anchor);
			buckets[key] ||= lists.push([]) - 1;
			allowFourth(fourths, buckets[key]!, anchor);
			const list = lists[buckets[key]!]!;
			if (!list.includes(shape)) {
				list.push(shape);
			}
			if (shape.isToken) {
				for (const length of [1, 2]) {
					const beginning = anchor.slice(0, length).toLowerCase();
					const isInner = shape.isInner || beginnings.get(beginning) === 'inner';
					beginnings.set(beginning, isInner ? 'inner' : 'word');
				}
			}
		}
	}
	return {buckets, shapes: lists, fourths, beginnings, bytes: Buffer.allocUnsafe(blockLength)};
}

function allowFourth(fourths: Uint32Array, bucket: number, anchor: string): void {
	if (anchor.length < 4) {
		fourths.fill(allBits, 2 * bucket, 2 * bucket + 2);
		return;
	}
	const code = anchor.charCodeAt(3);
	const fourth = code < 256 ? classes[code]! : 0;
	fourths[2 * bucket + (fourth >>> 5)]! |= 1 << (fourth & 31);
}

const allBits = 0xffffffff;

export function keyOf(anchor: string): number {
	let key = 0;
	for (let index = 0; index < 3; index += 1) {
		const code = anchor.charCodeAt(index);
		key = (key << classBits) | (code < 256 ? classes[code]! : 0);
	}
	return key;
}

/**
 * Calls `visit` where an anchor may begin. A character above one byte is mistaken for another one,
 * so `visit` may also be called where there is no anchor.
 */
export function eachAnchor(
	table: Table,
	{text, from}: {text: string; from: number},
	visit: (at: number, shapes: readonly SecretShape[]) => void,
): void {
	const {buckets, shapes, bytes} = table;
	// Blocks overlap by two characters, since an anchor is found at its third character.
	for (let start = from; start < text.length; start += blockLength - 2) {
		const length = bytes.write(text.slice(start, start + blockLength), 'latin1');
		for (let last = nextAnchor(table, 2, length); last < length; ) {
			const bucket = buckets[keyAt(bytes, last)]!;
			if (last + 1 === length || isFourth(table, bucket, bytes[last + 1]!)) {
				visit(start + last - 2, shapes[bucket]!);
			}
			last = nextAnchor(table, last + 1, length);
		}
	}
}

/**
 * Finds the next place whose last three characters begin an anchor. It is a function of its own
 * because the scan is twice as fast while nothing else stands in this loop.
 */
function nextAnchor({buckets, bytes}: Table, from: number, length: number): number {
	let key = keyAt(bytes, from - 1);
	for (let index = from; index < length; index += 1) {
		key = ((key << classBits) | classes[bytes[index]!]!) & mask;
		if (buckets[key] !== 0) {
			return index;
		}
	}
	return length;
}

function keyAt(bytes: Buffer, last: number): number {
	const before = last < 2 ? 0 : classes[bytes[last - 2]!]!;
	return (
		(before << (2 * classBits)) | (classes[bytes[last - 1]!]! << classBits) | classes[bytes[last]!]!
	);
}

function isFourth({fourths}: Table, bucket: number, code: number): boolean {
	const fourth = classes[code]!;
	return ((fourths[2 * bucket + (fourth >>> 5)]! >>> (fourth & 31)) & 1) === 1;
}
