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

/** Asks once, in a session that begins, whether another one runs in this folder already. */
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

/** Where Enter with nothing typed goes; null while there is no offer, or it came just now. */
export function acceptedOffer(
	{store, clock}: Pick<Ports, 'store' | 'clock'>,
	offer: RunningOffer | null,
): Intent | null {
	return offer && isEmpty(store) && clock.elapsed() - offer.since >= readMs
		? {type: 'open-session', session: offer.session}
		: null;
}

/** An Enter sooner than this was meant for something else. */
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

/** How many sessions wait for the person while no screen shows them, and how to get there. */
export function elsewhereWords({name, others, key}: Elsewhere): string {
	const wait = others === 0 ? 'A session waits' : `${others + 1} sessions wait`;
	return `${wait} for you elsewhere: ${key} goes to ${neutralise(name.replaceAll('\n', ' '))}`;
}

function isEmpty(store: Ports['store']): boolean {
	const {items, queue} = store.state().chat;
	return items.length === 0 && queue.length === 0;
}
