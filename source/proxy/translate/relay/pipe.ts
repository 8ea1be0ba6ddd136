import {createPipe, createPipeState, type Pipe, type PipeOptions} from '../pipe.ts';
import {formOf} from '../response-body.ts';
import {createStreamRelay} from './stream.ts';
import {createWholeRelay} from './whole.ts';

/**
 * Creates the pipe for a provider that speaks the client's protocol: its answer is passed on
 * unchanged. If the provider streams although it should not, or the other way round, the answer is
 * translated.
 */
export function createRelayPipe(options: PipeOptions & {readonly form: 'stream' | 'whole'}): Pipe {
	const waiting = createPipeState();
	let pipe: Pipe | null = null;
	const chosen = () => {
		pipe ??= createPipe(options);
		return pipe;
	};
	return {
		push(chunk) {
			pipe ??= choose(options, chunk);
			pipe.push(chunk);
		},
		event: event => chosen().event(event),
		end: () => chosen().end(),
		fail: failure => chosen().fail(failure),
		take: () => pipe?.take() ?? '',
		keepAlive: () => pipe?.keepAlive() ?? '',
		whole: () => chosen().whole(),
		state: () => pipe?.state() ?? waiting,
		clientResponse: () => pipe?.clientResponse() ?? null,
	};
}

function choose(
	options: PipeOptions & {readonly form: 'stream' | 'whole'},
	chunk: Uint8Array,
): Pipe {
	if (formOf(beginningOf(chunk)) !== options.form) {
		return createPipe(options);
	}
	return options.form === 'stream' ? createStreamRelay(options) : createWholeRelay(options);
}

/**
 * Long enough to contain the first visible character, unless a chunk begins with more white space.
 */
const beginningBytes = 64;

function beginningOf(chunk: Uint8Array): string {
	const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
	const beginning = bytes.toString('utf8', 0, beginningBytes);
	return beginning.trim() === '' ? bytes.toString('utf8') : beginning;
}
