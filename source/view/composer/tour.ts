import type {State} from '../../state/state.ts';

/**
 * The next message of the practice model's tour: the first one in an empty conversation, later the
 * one that the model's last words name. Null if the person is not on the tour.
 */
export function nextTourMessage({session, chat}: Pick<State, 'session' | 'chat'>): string | null {
	if (session.provider !== 'practice') {
		return null;
	}
	if (chat.items.length === 0) {
		return 'Give me the tour.';
	}
	const reply = chat.items.findLast(({type}) => type === 'reply');
	return reply?.type === 'reply' ? (/or say `(tour \d)`/.exec(reply.text)?.[1] ?? null) : null;
}
