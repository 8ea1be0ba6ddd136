import type {Engine} from '../engine/engine.ts';
import type {Stamped} from '../events/event.ts';
import type {EngineIntent} from '../events/intent.ts';
import type {Clock} from '../platform/clock.ts';
import type {Listeners} from './listeners.ts';
import type {ScreenInfo, ToEngine} from './message.ts';
import {keepHere, refusalOf} from './unsent.ts';

/** The part of a connection's state that sending an intent needs. */
type Sending = {
	readonly events: Listeners<Stamped>;
	readonly kind: ScreenInfo['kind'];
	readonly clock: Clock;
	readonly lastSeq: number;
	readonly isOver: boolean;
};

/**
 * Sends intents to the engine. If that isn't possible, the person sees why, on this screen only.
 */
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
 * Shows at once who has the keyboard, before the engine confirms it: the keys that a person types
 * right after giving the keyboard back must not go to the program.
 */
function followKeyboard({events, lastSeq: seq, clock}: Sending, intent: EngineIntent): void {
	if (intent.type === 'control-terminal') {
		const {terminal, by} = intent;
		events.tell({v: 1, seq, at: clock.now(), type: 'terminal.controlled', terminal, by});
	}
}
