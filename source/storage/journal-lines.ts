import type {Stamped} from '../events/event.ts';
import type {Redactor} from './redact.ts';

/**
 * Turns events into lines without secrets. An answer arrives in pieces, each with its own line, and
 * a secret may begin in one piece and end in the next. So each piece is redacted together with the
 * pieces before it.
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

/**
 * Every line starts with the envelope and the type, so that readers can skip it without parsing.
 */
function lineOf({v, seq, at, type, ...rest}: Stamped): string {
	return JSON.stringify({v, seq, at, type, ...rest});
}
