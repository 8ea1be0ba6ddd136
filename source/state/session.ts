import type {Stamped} from '../events/event.ts';
import {beginningOf} from '../events/shorten.ts';
import type {Session} from './state.ts';

const titleLengthMax = 60;

export function reduceSession(session: Session, event: Stamped): Session {
	switch (event.type) {
		case 'session.started':
			return {
				...session,
				id: event.session,
				cwd: event.cwd,
				version: event.version,
				startedAt: event.at,
			};
		case 'session.opened':
			return event.home === undefined ? session : {...session, home: event.home};
		case 'session.renamed':
			return {...session, title: event.title};
		case 'message.sent':
			return session.title === '' ? {...session, title: firstWords(event.text)} : session;
		case 'client.joined':
			return session.title === '' ? {...session, title: clientTitle(event)} : session;
		case 'model.chosen':
			return {...session, provider: event.provider, model: event.model};
		case 'effort.chosen':
			return {...session, effort: event.effort};
		case 'mode.chosen':
			return {...session, mode: event.mode};
		default:
			return session;
	}
}

/** The title in lists for a session that an MCP client uses: the client's name and version. */
export function clientTitle({
	name,
	version,
	session,
}: {
	readonly name: string;
	readonly version: string;
	readonly session?: string | undefined;
}): string {
	return firstWords([session, `${name} ${version}`].filter(Boolean).join(': '));
}

/** The first words of a text, as a title in lists. */
export function firstWords(text: string): string {
	return beginningOf(text.replace(/\s+/g, ' ').trim(), titleLengthMax);
}
