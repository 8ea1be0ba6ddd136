import type {PickleValue} from './value.ts';

export type PickleReader = {
	readonly bytes: Buffer;
	at: number;
	readonly stack: PickleValue[];
	readonly marks: number[];
	readonly memo: Map<number, PickleValue>;
};

type Operation = (reader: PickleReader) => void;

/**
 * Throws the same error as reading past the end of the bytes. Called when an instruction needs a
 * value that the stack does not have.
 */
function missing(): never {
	throw new RangeError('nothing there');
}

const integerBytesMax = 1024;
const lineBytesMax = 4096;

/** The instructions of protocols 0 to 5 that make plain data, by their letters. */
export const opcodes: ReadonlyMap<number, Operation> = new Map(
	Object.entries<Operation>({
		'\x80': reader => void number(reader, 1),
		'\x95': reader => void number(reader, 8),
		'(': ({marks, stack}) => void marks.push(stack.length),
		'0': reader => void pop(reader),
		'1': reader => void toMark(reader),
		'2': reader => push(reader, top(reader)),
		// Instructions that contain their value.
		N: reader => push(reader, null),
		'\x88': reader => push(reader, true),
		'\x89': reader => push(reader, false),
		K: reader => push(reader, number(reader, 1)),
		M: reader => push(reader, number(reader, 2)),
		J: reader => push(reader, take(reader, 4).readInt32LE()),
		'\x8a': reader => push(reader, integer(reader, 1)),
		'\x8b': reader => push(reader, integer(reader, 4)),
		G: reader => push(reader, take(reader, 8).readDoubleBE()),
		I: reader => push(reader, typedInteger(line(reader))),
		L: reader => push(reader, typedLong(line(reader))),
		F: reader => push(reader, Number(line(reader))),
		'\x8c': reader => push(reader, text(reader, 1)),
		X: reader => push(reader, text(reader, 4)),
		'\x8d': reader => push(reader, text(reader, 8)),
		V: reader => push(reader, unescaped(line(reader))),
		U: reader => push(reader, text(reader, 1)),
		T: reader => push(reader, text(reader, 4)),
		S: reader => push(reader, line(reader).replace(/^(['"])(.*)\1$/s, '$2')),
		C: reader => push(reader, blob(reader, 1)),
		B: reader => push(reader, blob(reader, 4)),
		'\x8e': reader => push(reader, blob(reader, 8)),
		'\x96': reader => push(reader, blob(reader, 8)),
		// Instructions for collections. Tuples and sets are read as lists.
		']': reader => push(reader, listOf([])),
		')': reader => push(reader, listOf([])),
		'\x8f': reader => push(reader, listOf([])),
		'}': reader => push(reader, {type: 'dict', entries: []}),
		l: reader => push(reader, listOf(toMark(reader))),
		t: reader => push(reader, listOf(toMark(reader))),
		'\x91': reader => push(reader, listOf(toMark(reader))),
		'\x85': reader => push(reader, listOf(popMany(reader, 1))),
		'\x86': reader => push(reader, listOf(popMany(reader, 2))),
		'\x87': reader => push(reader, listOf(popMany(reader, 3))),
		d: reader => push(reader, {type: 'dict', entries: pairs(toMark(reader))}),
		a: reader => append(reader, popMany(reader, 1)),
		e: reader => append(reader, toMark(reader)),
		'\x90': reader => append(reader, toMark(reader)),
		s: reader => setEntries(reader, popMany(reader, 2)),
		u: reader => setEntries(reader, toMark(reader)),
		// Instructions that store and fetch values by number.
		'\x94': reader => void reader.memo.set(reader.memo.size, top(reader)),
		q: reader => void reader.memo.set(number(reader, 1), top(reader)),
		r: reader => void reader.memo.set(number(reader, 4), top(reader)),
		p: reader => void reader.memo.set(index(line(reader)), top(reader)),
		h: reader => push(reader, recall(reader, number(reader, 1))),
		j: reader => push(reader, recall(reader, number(reader, 4))),
		g: reader => push(reader, recall(reader, index(line(reader)))),
		// Instructions that name classes or call them. Only their names are kept.
		c: reader => push(reader, {type: 'named', name: `${line(reader)}.${line(reader)}`}),
		'\x93': stackedName,
		R: reader => make(reader, 2),
		'\x81': reader => make(reader, 2),
		'\x92': reader => make(reader, 3),
		// BUILD sets the state of an object, which is not shown.
		b: reader => void pop(reader),
	}).map(([letter, operation]) => [letter.charCodeAt(0), operation]),
);

function push(reader: PickleReader, value: PickleValue): void {
	reader.stack.push(value);
}

function pop(reader: PickleReader): PickleValue {
	return popMany(reader, 1)[0] ?? null;
}

function popMany({stack, marks}: PickleReader, count: number): PickleValue[] {
	return stack.length - count < (marks.at(-1) ?? 0) ? missing() : stack.splice(-count);
}

function top({stack}: PickleReader): PickleValue {
	const value = stack.at(-1);
	return value === undefined ? missing() : value;
}

function toMark({stack, marks}: PickleReader): PickleValue[] {
	const mark = marks.pop();
	return mark === undefined || mark > stack.length ? missing() : stack.splice(mark);
}

function take(reader: PickleReader, count: number): Buffer {
	const end = reader.at + count;
	if (!(end <= reader.bytes.length)) {
		missing();
	}
	const found = reader.bytes.subarray(reader.at, end);
	reader.at = end;
	return found;
}

/** Reads a length or an index of this many bytes, least significant byte first. */
function number(reader: PickleReader, bytes: number): number {
	const found = take(reader, bytes);
	return bytes === 8 ? Number(found.readBigUInt64LE()) : found.readUIntLE(0, bytes);
}

function blob(reader: PickleReader, lengthBytes: number): Buffer {
	return take(reader, number(reader, lengthBytes));
}

function text(reader: PickleReader, lengthBytes: number): string {
	return blob(reader, lengthBytes).toString('utf8');
}

function line(reader: PickleReader): string {
	const end = reader.bytes.indexOf(0x0a, reader.at);
	if (end < 0 || end - reader.at > lineBytesMax) {
		missing();
	}
	const found = reader.bytes.toString('latin1', reader.at, end);
	reader.at = end + 1;
	return found;
}

/** Protocol 0 writes characters outside of Latin-1 as escapes with their number. */
function unescaped(words: string): string {
	return words.replace(/\\u([0-9a-f]{4})|\\U000([0-9a-f]{5})/g, (_, short, long) => {
		const code = Number.parseInt(short ?? long, 16);
		return code <= 0x10ffff ? String.fromCodePoint(code) : '';
	});
}

function index(words: string): number {
	return /^\d{1,9}$/.test(words) ? Number(words) : missing();
}

/**
 * Reads an integer in two's complement, least significant byte first. Refuses very long ones,
 * because converting them to decimal takes long.
 */
function integer(reader: PickleReader, lengthBytes: number): number | bigint {
	const length = number(reader, lengthBytes);
	if (length > integerBytesMax) {
		missing();
	}
	const bytes = Buffer.from(take(reader, length)).reverse();
	const whole = BigInt(`0x${bytes.length === 0 ? '0' : bytes.toString('hex')}`);
	return plain(BigInt.asIntN(bytes.length * 8, whole));
}

function plain(value: bigint): number | bigint {
	return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
		? Number(value)
		: value;
}

function typedInteger(words: string): PickleValue {
	return words === '01' || words === '00' ? words === '01' : typedLong(words);
}

function typedLong(words: string): PickleValue {
	const digits = words.replace(/L$/, '');
	return /^-?\d{1,2000}$/.test(digits) ? plain(BigInt(digits)) : missing();
}

function listOf(items: PickleValue[]): PickleValue {
	return {type: 'list', items};
}

function pairs(items: readonly PickleValue[]): [PickleValue, PickleValue][] {
	if (items.length % 2 !== 0) {
		missing();
	}
	return items.flatMap((key, at) =>
		at % 2 === 0 ? [[key, items[at + 1] ?? null] as [PickleValue, PickleValue]] : [],
	);
}

function append(reader: PickleReader, items: readonly PickleValue[]): void {
	const target = top(reader);
	if (typeof target !== 'object' || target === null || !('type' in target)) {
		missing();
	}
	if (target.type === 'list') {
		for (const item of items) {
			target.items.push(item);
		}
	} else if (target.type !== 'made') {
		missing();
	}
}

/** Drops the entries of an object that is not a plain dict, such as an OrderedDict. */
function setEntries(reader: PickleReader, items: readonly PickleValue[]): void {
	const target = top(reader);
	if (typeof target !== 'object' || target === null || !('type' in target)) {
		missing();
	}
	if (target.type === 'dict') {
		for (const pair of pairs(items)) {
			target.entries.push(pair);
		}
	} else if (target.type !== 'made') {
		missing();
	}
}

function recall({memo}: PickleReader, at: number): PickleValue {
	const value = memo.get(at);
	return value === undefined ? missing() : value;
}

function stackedName(reader: PickleReader): void {
	const [module, name] = popMany(reader, 2);
	if (typeof module !== 'string' || typeof name !== 'string') {
		missing();
	}
	push(reader, {type: 'named', name: `${module}.${name}`});
}

function make(reader: PickleReader, count: 2 | 3): void {
	const [from = null, given = null] = popMany(reader, count);
	push(reader, {type: 'made', from, given});
}
