import type {Engine} from '../engine/engine.ts';
import type {Stamped} from '../events/event.ts';
import type {EngineIntent} from '../events/intent.ts';
import type {Clock} from '../platform/clock.ts';
import type {Listeners} from './listeners.ts';
import type {ScreenInfo, ToEngine} from './message.ts';
import {keepHere, refusalOf} from './unsent.ts';

/** What a screen knows while it sends something to its engine. */
type Sending = {
	readonly events: Listeners<Stamped>;
	readonly kind: ScreenInfo['kind'];
	readonly clock: Clock;
	readonly lastSeq: number;
	readonly isOver: boolean;
};

/** Sends what a person wishes; what can't be sent is answered here, in words. */
export function dispatchTo(held: Sending, send: (message: ToEngine) => void): Engine['dispatch'] {
	return intent => {
		const refusal = refusalOf(held);
		if (refusal === null) {
			send({type: 'intent', intent});
			followKeyboard(held, intent);
		} else {
			keepHere(held, intent, refusal);
		}
	};
}

/**
 * The next key does not wait for the engine's word on whose keyboard it is: what is typed after the
 * keyboard was handed back must not reach the program.
 */
function followKeyboard({events, lastSeq: seq, clock}: Sending, intent: EngineIntent): void {
	if (intent.type === 'control-terminal') {
		const {terminal, by} = intent;
		events.tell({v: 1, seq, at: clock.now(), type: 'terminal.controlled', terminal, by});
	}
}
