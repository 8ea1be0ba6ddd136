import {assertNever} from '../../../events/assert-never.ts';
import type {CallFailure} from '../../failure.ts';
import type {NeutralEvent, NeutralFinish} from '../../neutral.ts';
import type {Encoder, ReplyFrame} from '../protocol.ts';
import {endCall, growCall, startCall} from './client-response-calls.ts';
import {itemObject} from './client-response-items.ts';
import {addSeal, addText, closeProse} from './client-response-prose.ts';
import {
	createResponsesEncoderState,
	type ResponsesEncoderState,
	write,
	writeResponse,
} from './client-response-state.ts';
import {type ResponseState, responseObject} from './response-object.ts';

/**
 * Writes neutral events as events of the Responses API. Strict clients check these rules: sequence
 * numbers increase by one; an item is added once at the next index, keeps its id, and is done once;
 * the last event is completed, incomplete or failed. A call that was cut off is never reported as
 * done, because Codex runs whatever is done.
 */
export function createResponsesEncoder(frame: ReplyFrame): Encoder {
	const encoderState = createResponsesEncoderState(frame);
	return {
		begin() {
			if (encoderState.isWhole) {
				return '';
			}
			// This object repeats the client's tools and instructions, so it is encoded only once.
			const response = JSON.stringify(responseObject(frame, stateOf(encoderState)));
			return (
				writeResponse(encoderState, 'response.created', response) +
				writeResponse(encoderState, 'response.in_progress', response)
			);
		},
		event: event => (encoderState.ending ? '' : encode(encoderState, event)),
		keepAlive: () => write(encoderState, 'keepalive', {}),
		whole: () => responseObject(frame, stateOf(encoderState)),
	};
}

function encode(encoderState: ResponsesEncoderState, event: NeutralEvent): string {
	switch (event.type) {
		case 'text':
			return addText(encoderState, 'output_text', event.text);
		case 'refusal':
			return addText(encoderState, 'refusal', event.text);
		case 'reasoning': {
			const kind = event.form === 'raw' ? 'reasoning_text' : 'summary_text';
			return addText(encoderState, kind, event.text);
		}
		case 'seal':
			return addSeal(encoderState, event.seal);
		case 'call.start':
			return closeProse(encoderState, 'completed') + startCall(encoderState, event);
		case 'call.delta':
			return growCall(encoderState, event);
		case 'call.end':
			return endCall(encoderState, event);
		case 'usage':
			encoderState.usage = event.usage;
			return '';
		case 'finish':
			return finish(encoderState, event.finish);
		case 'failure':
			return fail(encoderState, event.failure);
		default:
			return assertNever(event);
	}
}

function finish(encoderState: ResponsesEncoderState, reason: NeutralFinish): string {
	const whole = reason === 'stop' || reason === 'calls';
	const closed = closeProse(encoderState, whole ? 'completed' : 'incomplete');
	encoderState.ending = {finish: reason};
	if (encoderState.isWhole) {
		return closed;
	}
	const state = stateOf(encoderState);
	const response = responseObject(encoderState.frame, state);
	return closed + write(encoderState, `response.${state.status}`, {response});
}

function fail(encoderState: ResponsesEncoderState, failure: CallFailure): string {
	encoderState.ending = {failure};
	const response = responseObject(encoderState.frame, stateOf(encoderState));
	return write(encoderState, 'response.failed', {response});
}

function stateOf(encoderState: ResponsesEncoderState): ResponseState {
	const {ending, usage} = encoderState;
	if (!ending) {
		const output = encoderState.items.map(itemObject);
		return {status: 'in_progress', output, usage, incomplete: null, failure: null};
	}
	for (const item of encoderState.items) {
		item.status = item.status === 'in_progress' ? 'incomplete' : item.status;
	}
	const ended = {
		output: encoderState.items.map(itemObject),
		usage,
		incomplete: null,
		failure: null,
	};
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
