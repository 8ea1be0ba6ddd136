import {assertNever} from '../../events/assert-never.ts';
import type {CallFailure} from '../failure.ts';
import type {NeutralEvent, NeutralFinish} from '../neutral.ts';
import type {Encoder, ReplyFrame} from './protocol.ts';
import {endCall, growCall, startCall} from './responses-calls.ts';
import {createDraft, type Draft, write, writeResponse} from './responses-encoder-state.ts';
import {itemObject} from './responses-items-out.ts';
import {type ResponseState, responseObject} from './responses-object.ts';
import {addSeal, addText, closeProse} from './responses-prose.ts';

/**
 * Neutral events as the events of the Responses API. The grammar that strict clients check:
 * sequence numbers count up by one, an item is added once at the next index, keeps its id, and is
 * done once; the last event is one of completed, incomplete, failed. A call that was cut off is
 * never reported as done, since Codex runs whatever is done.
 */
export function createResponsesEncoder(frame: ReplyFrame): Encoder {
	const draft = createDraft(frame);
	return {
		begin() {
			if (draft.isWhole) {
				return '';
			}
			// It repeats the client's tools and instructions, so it is made JSON once.
			const response = JSON.stringify(responseObject(frame, stateOf(draft)));
			return (
				writeResponse(draft, 'response.created', response) +
				writeResponse(draft, 'response.in_progress', response)
			);
		},
		event: event => (draft.ending ? '' : encode(draft, event)),
		keepAlive: () => write(draft, 'keepalive', {}),
		whole: () => responseObject(frame, stateOf(draft)),
	};
}

function encode(draft: Draft, event: NeutralEvent): string {
	switch (event.type) {
		case 'text':
			return addText(draft, 'output_text', event.text);
		case 'refusal':
			return addText(draft, 'refusal', event.text);
		case 'reasoning': {
			const kind = event.form === 'raw' ? 'reasoning_text' : 'summary_text';
			return addText(draft, kind, event.text);
		}
		case 'seal':
			return addSeal(draft, event.seal);
		case 'call.start':
			return closeProse(draft, 'completed') + startCall(draft, event);
		case 'call.delta':
			return growCall(draft, event);
		case 'call.end':
			return endCall(draft, event);
		case 'usage':
			draft.usage = event.usage;
			return '';
		case 'finish':
			return finish(draft, event.finish);
		case 'failure':
			return fail(draft, event.failure);
		default:
			return assertNever(event);
	}
}

function finish(draft: Draft, reason: NeutralFinish): string {
	const whole = reason === 'stop' || reason === 'calls';
	const closed = closeProse(draft, whole ? 'completed' : 'incomplete');
	draft.ending = {finish: reason};
	if (draft.isWhole) {
		return closed;
	}
	const state = stateOf(draft);
	const response = responseObject(draft.frame, state);
	return closed + write(draft, `response.${state.status}`, {response});
}

function fail(draft: Draft, failure: CallFailure): string {
	draft.ending = {failure};
	const response = responseObject(draft.frame, stateOf(draft));
	return write(draft, 'response.failed', {response});
}

function stateOf(draft: Draft): ResponseState {
	const {ending, usage} = draft;
	if (!ending) {
		const output = draft.items.map(itemObject);
		return {status: 'in_progress', output, usage, incomplete: null, failure: null};
	}
	for (const item of draft.items) {
		item.status = item.status === 'in_progress' ? 'incomplete' : item.status;
	}
	const ended = {output: draft.items.map(itemObject), usage, incomplete: null, failure: null};
	if ('failure' in ending) {
		return {...ended, status: 'failed', failure: ending.failure};
	}
	if (ending.finish === 'length') {
		return {...ended, status: 'incomplete', incomplete: 'max_output_tokens'};
	}
	return ending.finish === 'refused'
		? {...ended, status: 'incomplete', incomplete: 'content_filter'}
		: {...ended, status: 'completed'};
}
