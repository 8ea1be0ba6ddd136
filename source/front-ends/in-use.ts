import {isBusy} from '../state/select.ts';
import type {State} from '../state/state.ts';
import type {RemoteEngine} from '../wire/remote-engine.ts';

/** Whether the end of the session would be felt: something runs or waits, or others look at it. */
export function isInUse(state: State, remote: Pick<RemoteEngine, 'screens'> | null): boolean {
	return isBusy(state) || otherScreens(remote) > 0;
}

export function otherScreens(remote: Pick<RemoteEngine, 'screens'> | null): number {
	return Math.max(0, (remote?.screens().length ?? 0) - 1);
}
