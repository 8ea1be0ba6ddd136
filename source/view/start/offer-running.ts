import type {Ask} from '../../events/query.ts';
import type {Clock} from '../../platform/clock.ts';
import type {StateSource} from '../../state/store.ts';
import {neutralise} from '../../text/neutralise.ts';
import {shorten} from '../../text/width.ts';
import type {Intent} from '../ui-state/intent.ts';
import type {Elsewhere, RunningOffer} from '../ui-state/ui-state.ts';
import type {UiStore} from '../ui-state/ui-store.ts';

type Ports = {
	readonly store: Pick<StateSource, 'state'>;
	readonly query: Ask;
	readonly clock: Pick<Clock, 'elapsed'>;
};

/**
 * Asks the engine once, in an empty session, whether another session runs in this folder, and
 * offers to go there.
 */
export async function offerRunning(
	{store, query, clock}: Ports,
	ui: Pick<UiStore, 'change'>,
): Promise<void> {
	if (!isEmpty(store)) {
		return;
	}
	const [first, ...others] = await query({type: 'running-here'});
	if (first) {
		ui.change({offer: {...first, others: others.length, since: clock.elapsed()}});
	}
}

/**
 * The intent that accepts the offer, for Enter in an empty composer; null if there is no offer or
 * it has only just appeared.
 */
export function acceptedOffer(
	{store, clock}: Pick<Ports, 'store' | 'clock'>,
	offer: RunningOffer | null,
): Intent | null {
	return offer && isEmpty(store) && clock.elapsed() - offer.since >= readMs
		? {type: 'open-session', session: offer.session}
		: null;
}

/** An Enter that comes sooner after the offer was not meant for it. */
const readMs = 300;

export function offerWords(
	{name, isWaiting, others}: RunningOffer,
	{key, width, more}: {key: string; width: number; more: string},
): string {
	const what = isWaiting ? 'the session that waits for you here' : 'the session that runs here';
	const rest = others > 0 ? `, and ${others} more` : '';
	const head = `${key} goes to ${what}${rest}: `;
	return shorten(head + neutralise(name.replaceAll('\n', ' ')), width, more);
}

/** Says how many sessions that no screen shows wait for an answer, and the key that opens one. */
export function elsewhereWords({name, others, key}: Elsewhere): string {
	const wait = others === 0 ? 'A session waits' : `${others + 1} sessions wait`;
	return `${wait} for you elsewhere: ${key} goes to ${neutralise(name.replaceAll('\n', ' '))}`;
}

function isEmpty(store: Ports['store']): boolean {
	const {items, queue} = store.state().chat;
	return items.length === 0 && queue.length === 0;
}
