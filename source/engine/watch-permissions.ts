import {isDeepStrictEqual} from 'node:util';
import type {Permissions} from '../events/settings.ts';
import type {Store} from '../state/store.ts';
import type {LiveSettings} from './live-settings.ts';

/**
 * Reads the settings again each time that the gate asks. If they become unreadable, or readable
 * again, an event records it: the screen shows the problem until it is fixed.
 */
export function watchPermissions(settings: LiveSettings, store: Store): () => Permissions {
	const look = (): Permissions => {
		const now = settings.look();
		const {settingsProblem, writtenRules} = store.state();
		if (now.problem !== settingsProblem || !isDeepStrictEqual(now.rules, writtenRules)) {
			store.append({type: 'settings.checked', ...now});
		}
		return now;
	};
	store.onEvent(({type}) => {
		if (type === 'turn.started') {
			look();
		}
	});
	return look;
}
