import type {UsageGuess} from '../translate/protocol.ts';
import {inputTokensOf} from '../translate/token-estimate.ts';
import type {ClientCall} from './prepare.ts';

/** Only roughly, and only where it is asked for: it takes a look at the whole conversation. */
export function guessOf(call: ClientCall): UsageGuess {
	return {
		isTold: call.isEngine !== true,
		inputTokens() {
			const request = call.request();
			return request.ok ? inputTokensOf(request.value) : 0;
		},
	};
}
