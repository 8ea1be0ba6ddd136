import {type CallFailure, overLimit} from '../failure.ts';

/**
 * How much of one answer is held or counted. Real answers stay far below each of these; without
 * them one provider that never stops would take the memory and the time of everybody.
 */
export const callsPerAnswerMax = 500;
/** Text, thoughts and calls that take turns: each turn is an item or a block of its own. */
export const partsMax = 20_000;
/** Of a stream with its wrapping, by how many times it may be longer than what it says. */
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

/** Counts the calls of one answer that is handed on; a failure once there are too many. */
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
