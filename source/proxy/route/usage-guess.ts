import type {UsageGuess} from '../translate/protocol.ts';
import {inputTokensOf} from '../translate/token-estimate.ts';
import type {ClientCall} from './prepare.ts';

/**
 * Roughly estimates the tokens of a request. It walks through the whole conversation, so it runs
 * only if a client asks for the number.
 */
export function guessOf(call: ClientCall): UsageGuess {
	return {
		isTold: call.isEngine !== true,
		inputTokens() {
			const request = call.request();
			return request.ok ? inputTokensOf(request.value) : 0;
		},
	};
}
