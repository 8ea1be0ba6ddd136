import type {Stamped} from '../../events/event.ts';
import {modeWords} from '../../events/session-mode.ts';
import {endWords} from '../../state/end-words.ts';
import {failureLine} from '../../state/failure-words.ts';
import {itemAddedBy, markOf} from '../../state/items/item-kinds.ts';
import type {Mirror} from '../../state/mirror.ts';
import {modelAsked} from '../../state/select.ts';
import {reveal} from '../../text/neutralise.ts';

/** Prints a line for an event that the full screen would show by changing its picture. */
export function tellEvent(
	{mirror, say}: {readonly mirror: Pick<Mirror, 'state'>; readonly say: (text: string) => void},
	event: Stamped,
): void {
	const {chat, calls} = mirror.state();
	switch (event.type) {
		case 'reply.ended': {
			const reply = chat.items.findLast(item => item.type === 'reply' && item.id === event.reply);
			return reply?.type === 'reply' && reply.text !== '' ? say(`Agent: ${reply.text}`) : undefined;
		}
		case 'tool.started':
			return say(`Running: ${reveal(calls.get(event.call)?.summary ?? '')}`);
		case 'tool.ended':
			return say(`Tool ended: ${endOf(mirror, event)}.`);
		case 'turn.ended':
			return event.failure ? say(`Failed: ${event.failure.message}`) : undefined;
		case 'notice.shown':
			return say(event.text);
		default:
			return tellChange(mirror, say, event);
	}
}

function tellChange(
	mirror: Pick<Mirror, 'state'>,
	say: (text: string) => void,
	event: Stamped,
): void {
	switch (event.type) {
		case 'model.chosen':
			return say(`The model: ${modelAsked(mirror.state())}.`);
		case 'effort.chosen':
			return say(`The effort: ${event.effort}.`);
		case 'mode.chosen':
			return say(`The mode: ${event.mode}: ${modeWords[event.mode]}.`);
		case 'session.renamed':
			return say(`The session is called: ${event.title}.`);
		default:
			return tellMark(mirror, say, event);
	}
}

/** Prints the words of the mark that the event adds to the conversation, if it adds one. */
function tellMark(
	mirror: Pick<Mirror, 'state'>,
	say: (text: string) => void,
	event: Stamped,
): void {
	const item = itemAddedBy(event, mirror.state().chat);
	const mark = item ? markOf({type: item.type, shown: item}) : null;
	const {words, subject} = mark ?? {words: ''};
	return words === '' ? undefined : say(subject === undefined ? words : `${words}: ${subject}`);
}

function endOf(
	mirror: Pick<Mirror, 'state'>,
	event: Extract<Stamped, {type: 'tool.ended'}>,
): string {
	const {outcome} = event;
	const call = mirror.state().calls.get(event.call);
	if (outcome.status === 'failed' || outcome.status === 'lost') {
		const {failure} = outcome;
		return `${outcome.status}. ${call ? failureLine(call, failure) : failure.message}`;
	}
	return outcome.status === 'ok' || !call ? outcome.status : endWords(call, outcome);
}
