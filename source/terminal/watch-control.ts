import type {StopWatching, Watched} from './wait-conditions.ts';

/** Ends the wait when the user gives the keyboard back. */
export function watchControl({session, wake}: Watched): StopWatching {
	return session.subscribe(event => {
		if (event.type === 'controlled' && event.by === 'model') {
			wake({type: 'handed-back', terminal: session.id});
		}
	});
}
