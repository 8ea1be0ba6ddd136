import {opcodes, type PickleReader} from './opcodes.ts';
import type {PickleValue} from './value.ts';

/** Larger values are not fetched at all. */
export const pickleBytesMax = 262_144;

/**
 * Reads a pickle as data; returns null if that is impossible. A pickle is a program for a stack
 * machine, which could call anything. This reader looks up no name and calls nothing; an unknown
 * instruction ends the reading; and the cost of each instruction is limited by the bytes that
 * encode it.
 */
export function readPickle(bytes: Buffer): PickleValue | null {
	if (bytes.length > pickleBytesMax) {
		return null;
	}
	const reader: PickleReader = {bytes, at: 0, stack: [], marks: [], memo: new Map()};
	try {
		return run(reader);
	} catch (error) {
		// Reading past the end of the bytes or of the stack throws a RangeError.
		if (error instanceof RangeError) {
			return null;
		}
		throw error;
	}
}

const stop = 0x2e;

function run(reader: PickleReader): PickleValue {
	for (;;) {
		const code = reader.bytes.readUInt8(reader.at);
		reader.at += 1;
		if (code === stop) {
			const value = reader.stack.pop();
			return value === undefined ? unreadable() : value;
		}
		const operation = opcodes.get(code);
		(operation ?? unreadable)(reader);
	}
}

function unreadable(): never {
	throw new RangeError('no plain data');
}
