import type {Stamped} from '../events/event.ts';
import {callOf} from '../state/select.ts';
import type {State} from '../state/state.ts';
import type {RemoteEngine} from '../wire/remote-engine.ts';

/** Shows a notice if another screen has answered a card. */
export function tellAnswer(
	remote: Pick<RemoteEngine, 'screen' | 'tellHere'>,
	state: State,
	event: Stamped,
): void {
	if (event.type !== 'authorization.answered' || !event.screen) {
		return;
	}
	const {screen, verdict} = event;
	if (screen.id !== remote.screen) {
		const what = callOf(state, event.call)?.summary ?? 'a card';
		const answer = verdict.type === 'deny' ? 'denied' : 'allowed';
		remote.tellHere('info', `Another screen (${screen.from}) ${answer}: ${what}`);
	}
}
