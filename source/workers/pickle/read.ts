import {opcodes, type PickleReader} from './opcodes.ts';
import type {PickleValue} from './value.ts';

/** Larger values are not fetched at all. */
export const pickleBytesMax = 262_144;

/**
 * Reads a pickle as data; null if it can't be read so. The format is a program for a machine with a
 * stack, which can call anything: here no name is looked up and nothing is called, an unknown
 * instruction ends the reading, and each instruction costs no more than the bytes that stand for it.
 */
export function readPickle(bytes: Buffer): PickleValue | null {
	if (bytes.length > pickleBytesMax) {
		return null;
	}
	const reader: PickleReader = {bytes, at: 0, stack: [], marks: [], memo: new Map()};
	try {
		return run(reader);
	} catch (error) {
		// Whatever reads past the end of the bytes or of the stack throws one.
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
