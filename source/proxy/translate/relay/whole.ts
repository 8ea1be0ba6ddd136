import {isJsonObject} from '../../../events/json.ts';
import {createPipeState, type Pipe, type PipeOptions} from '../pipe.ts';
import {failureOfError} from '../provider-error.ts';
import {createBodyReader} from '../response-body.ts';

/** Passes one body on unchanged, as soon as it is known to be an answer. */
export function createWholeRelay({inbound, provider, bytesMax, frame}: PipeOptions): Pipe {
	const state = createPipeState();
	let answer = '';
	const body = createBodyReader({
		provider,
		bytesMax,
		listener: {
			event: () => {},
			whole(whole, text) {
				const error = whole['error'];
				const relay = inbound.relay({provider, frame, bytesMax});
				const mended = relay.mendWhole?.(whole);
				const usage = relay.usage(whole);
				answer = mended ? JSON.stringify(mended) : text;
				state.status = 'ended';
				state.failure = isJsonObject(error) ? failureOfError(provider, error) : null;
				state.usage = usage?.type === 'usage' ? usage.usage : null;
			},
			end: () => {},
			fail(failure) {
				state.failure ??= failure;
				state.status = 'ended';
			},
		},
	});
	return {
		push: body.push,
		event: () => {},
		end: body.end,
		fail(failure) {
			state.failure ??= failure;
		},
		take: () => '',
		keepAlive: () => '',
		whole: () => answer,
		state: () => state,
		clientResponse: () => null,
	};
}
