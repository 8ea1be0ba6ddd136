import {isDeepStrictEqual} from 'node:util';
import type {Permissions} from '../events/settings.ts';
import type {Store} from '../state/store.ts';
import type {EnginePorts} from './engine-ports.ts';

/**
 * What the gate goes by, read anew whenever it is asked for. That the settings can't be read, and
 * that they can be read again, are facts of the session: the screen says so for as long as it holds.
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
