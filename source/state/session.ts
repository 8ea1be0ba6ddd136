import type {Stamped} from '../events/event.ts';
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
		case 'session.renamed':
			return {...session, title: event.title};
		case 'message.sent':
			return session.title === '' ? {...session, title: firstWords(event.text)} : session;
		case 'model.chosen':
			return {...session, provider: event.provider, model: event.model};
		case 'effort.chosen':
			return {...session, effort: event.effort};
		default:
			return session;
	}
}

/** How a text begins, for lists. */
export function firstWords(text: string): string {
	return text.replace(/\s+/g, ' ').trim().slice(0, titleLengthMax);
}
