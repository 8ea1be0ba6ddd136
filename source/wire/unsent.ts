import type {Stamped} from '../events/event.ts';
import type {EngineIntent} from '../events/intent.ts';
import type {Clock} from '../platform/clock.ts';
import {onlyWatches} from './allowed.ts';
import type {Listeners} from './listeners.ts';
import type {ScreenInfo} from './message.ts';

/** What a screen itself is told needs no engine. */
type Told = {
	readonly events: Listeners<Stamped>;
	readonly lastSeq: number;
	readonly clock: Clock;
};

/** Why nothing that a person wishes is sent; null if it is. */
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

/** Shows words on this screen only. */
export function tellHere(
	{events, lastSeq, clock}: Told,
	level: 'info' | 'warn' | 'error',
	text: string,
): void {
	events.tell({v: 1, seq: lastSeq, at: clock.now(), type: 'notice.shown', level, text});
}

/**
 * What an engine can't be told is shown to who said it, and what a person wishes is refused in
 * words: it must not look as if it had been sent.
 */
export function keepHere(here: Told, intent: EngineIntent, refusal: string): void {
	if (intent.type === 'notify') {
		tellHere(here, intent.level, intent.text);
	} else if (wishes.has(intent.type)) {
		tellHere(here, 'warn', refusal);
	}
}

/** What a person waits for an effect of. Keys for a terminal are none: the terminal shows nothing. */
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
]);
