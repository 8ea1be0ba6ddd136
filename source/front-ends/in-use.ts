import {isBusy} from '../state/select.ts';
import type {State} from '../state/state.ts';
import type {RemoteEngine} from '../wire/remote-engine.ts';

/**
 * Whether ending the session would be noticed: something runs or waits in it, or other screens show
 * it.
 */
export function isInUse(state: State, remote: Pick<RemoteEngine, 'screens'> | null): boolean {
	return isBusy(state) || otherScreens(remote) > 0;
}

export function otherScreens(remote: Pick<RemoteEngine, 'screens'> | null): number {
	return Math.max(0, (remote?.screens().length ?? 0) - 1);
}
