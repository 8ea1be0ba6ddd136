import type {Stamped} from '../events/event.ts';
import type {Redactor} from './redact.ts';

/**
 * Makes lines of events, without their secrets. An answer comes in pieces, each a line of its own:
 * a piece is redacted knowing what came before it, as `password=` may end one and begin another.
 */
export function createJournalLines(redactor: Redactor): (event: Stamped) => string {
	const replies = new Map<string, (piece: string) => string>();
	const grown = (key: string, piece: string) => {
		const follow = replies.get(key) ?? redactor.follow();
		replies.set(key, follow);
		return follow(piece);
	};
	return event => {
		switch (event.type) {
			case 'reply.grew':
			case 'reasoning.grew':
				return lineOf({...event, text: grown(`${event.type} ${event.reply}`, event.text)});
			case 'reply.ended':
				replies.clear();
				return lineOf(redactor.value(event));
			case 'tool.proposed':
			case 'tool.edited':
				return lineOf(redactor.value({...event, raw: redactor.document(event.raw)}));
			default:
				return lineOf(redactor.value(event));
		}
	};
}

/** The envelope and the type lead every line, so that a reader can skip lines without parsing. */
function lineOf({v, seq, at, type, ...rest}: Stamped): string {
	return JSON.stringify({v, seq, at, type, ...rest});
}
