import {itemLines} from './items/item-kinds.ts';
import type {State} from './state.ts';

/** Exports the session: as Markdown for people, and as JSON for programs. */
export function exportedSession({
	session,
	chat,
	calls,
}: Pick<State, 'session' | 'chat' | 'calls'>): {
	readonly markdown: string;
	readonly json: object;
} {
	const lines = [
		`# ${session.title || 'Session'}`,
		'',
		`Session ${session.id ?? ''} in ${session.cwd}`,
		...itemLines(chat.items, calls),
	];
	return {
		markdown: `${lines.join('\n')}\n`,
		json: {session, items: chat.items, calls: [...calls.values()]},
	};
}
