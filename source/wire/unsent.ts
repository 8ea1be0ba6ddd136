import type {Stamped} from '../events/event.ts';
import type {EngineIntent} from '../events/intent.ts';
import type {Clock} from '../platform/clock.ts';
import {onlyWatches} from './allowed.ts';
import type {Listeners} from './listeners.ts';
import type {ScreenInfo} from './message.ts';

/** What is needed to show an event on this screen without an engine. */
type Told = {
	readonly events: Listeners<Stamped>;
	readonly lastSeq: number;
	readonly clock: Clock;
};

/** Why nothing that the person does can be sent to the engine; null if it can. */
export function refusalOf({
	isOver,
	kind,
}: {
	readonly isOver: boolean;
	readonly kind: ScreenInfo['kind'];
}): string | null {
	if (isOver) {
		return 'The process of this session has stopped: nothing was sent.';
	}
	return kind === 'watch' ? onlyWatches : null;
}

/** Shows a notice on this screen only. */
export function tellHere(
	{events, lastSeq, clock}: Told,
	level: 'info' | 'warn' | 'error',
	text: string,
): void {
	events.tell({v: 1, seq: lastSeq, at: clock.now(), type: 'notice.shown', level, text});
}

/**
 * Handles an intent that can't be sent to the engine. A notice is shown on this screen. For an
 * action of the person, the refusal is shown, so that it doesn't look as if the action had worked.
 */
export function keepHere(here: Told, intent: EngineIntent, refusal: string): void {
	if (intent.type === 'notify') {
		tellHere(here, intent.level, intent.text);
	} else if (wishes.has(intent.type)) {
		tellHere(here, 'warn', refusal);
	}
}

/**
 * The actions whose effect a person expects to see. Input for a terminal is not among them: the
 * terminal already shows that nothing happens.
 */
const wishes: ReadonlySet<string> = new Set<EngineIntent['type']>([
	'send',
	'queue',
	'answer',
	'answer-hop',
	'answer-trust',
	'control-terminal',
	'hop',
	'choose-model',
	'choose-effort',
	'choose-mode',
]);
