import {isDeepStrictEqual} from 'node:util';
import type {Permissions} from '../events/settings.ts';
import type {Store} from '../state/store.ts';
import type {EnginePorts} from './engine-ports.ts';

/**
 * Reads the rules again each time that the gate asks. If the settings become unreadable, or
 * readable again, an event records it: the screen shows the problem until it is fixed.
 */
export function watchPermissions({permissions}: EnginePorts, store: Store): () => Permissions {
	const look = (): Permissions => {
		const now = permissions();
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
