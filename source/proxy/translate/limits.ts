import {type CallFailure, overLimit} from '../failure.ts';

/**
 * Limits for what is kept or counted of one answer. Real answers stay far below them. Without them,
 * one provider that never stops would use up memory and time for everybody.
 */
export const callsPerAnswerMax = 500;
/**
 * The most texts, thoughts and calls that alternate, since each change begins a new item or block.
 */
export const partsMax = 20_000;
/** A stream may be at most this many times longer than the text in it. */
const wrappingMax = 32;

export function tooManyCalls(provider: string): CallFailure {
	const message = `${provider} asked for more than ${callsPerAnswerMax} calls in one answer. None of them was run.`;
	return overLimit(message, 'too-many-calls');
}

export function tooManyParts(provider: string): CallFailure {
	const message = `${provider} cut its answer into more than ${partsMax} parts.`;
	return overLimit(message, 'too-many-parts');
}

export function tooLongCall(provider: string, bytesMax: number): CallFailure {
	const message = `${provider} wrote calls of more than ${bytesMax} bytes in one answer. None of them was run.`;
	return overLimit(message, 'too-long-call');
}

/**
 * Returns a function that counts the calls of an answer that is passed on unchanged, and that
 * returns a failure if there are too many.
 */
export function createCallCount(provider: string): () => CallFailure | undefined {
	let calls = 0;
	return () => {
		calls += 1;
		return calls > callsPerAnswerMax ? tooManyCalls(provider) : undefined;
	};
}

export function streamBytesMax(bytesMax: number): number {
	return bytesMax * wrappingMax;
}
