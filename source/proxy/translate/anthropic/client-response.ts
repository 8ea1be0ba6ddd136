import {assertNever} from '../../../events/assert-never.ts';
import type {JsonObject} from '../../../events/json.ts';
import type {Usage} from '../../../events/part.ts';
import type {NeutralEvent, NeutralFinish} from '../../neutral.ts';
import type {Encoder, ReplyFrame} from '../protocol.ts';
import {sseEvent} from '../sse.ts';
import {anthropicError, anthropicEvent} from './client-event.ts';
import {
	addProse,
	addSeal,
	closeBlocks,
	createBlocks,
	endCall,
	growCall,
	type MessageBlocks,
	startCall,
	wholeBlocks,
} from './client-response-blocks.ts';

/**
 * Writes neutral events as Anthropic's stream: the start of a message, its blocks one after
 * another, and why it stopped. A client runs a call as soon as its block stops, so the block of a
 * call that was cut off is never stopped.
 */
export function createAnthropicEncoder(frame: ReplyFrame): Encoder {
	const encoderState: EncoderState = {
		frame,
		blocks: createBlocks(),
		usage: null,
		finish: null,
		ended: false,
	};
	return {
		begin: () => {
			// An estimate, because clients show from here how full the conversation is. The last event
			// has the exact number.
			const usage = {inputTokens: frame.guess?.inputTokens() ?? 0, outputTokens: 0};
			return anthropicEvent('message_start', {
				message: messageObject({...encoderState, usage}, []),
			});
		},
		event: event => (encoderState.ended ? '' : encode(encoderState, event)),
		keepAlive: () => anthropicEvent('ping'),
		whole: () => messageObject(encoderState, wholeBlocks(encoderState.blocks)),
	};
}

type EncoderState = {
	readonly frame: ReplyFrame;
	readonly blocks: MessageBlocks;
	usage: Usage | null;
	finish: NeutralFinish | null;
	ended: boolean;
};

function encode(encoderState: EncoderState, event: NeutralEvent): string {
	const {blocks} = encoderState;
	switch (event.type) {
		case 'text':
		case 'refusal':
			return addProse(blocks, 'text', event.text);
		case 'reasoning':
			return addProse(blocks, 'thinking', event.text);
		case 'seal':
			return addSeal(blocks, event.seal);
		case 'call.start':
			return startCall(blocks, event);
		case 'call.delta':
			return growCall(blocks, event);
		case 'call.end':
			return endCall(blocks, event.call);
		case 'usage':
			encoderState.usage = event.usage;
			return '';
		case 'finish':
			return finish(encoderState, event.finish);
		case 'failure':
			encoderState.ended = true;
			return sseEvent(JSON.stringify(anthropicError(event.failure)), 'error');
		default:
			return assertNever(event);
	}
}

function finish(encoderState: EncoderState, reason: NeutralFinish): string {
	encoderState.ended = true;
	encoderState.finish = reason;
	return (
		closeBlocks(encoderState.blocks) +
		anthropicEvent('message_delta', {
			delta: {...stopFields(encoderState), container: null, stop_details: null},
			usage: usageObject(encoderState.usage),
		}) +
		anthropicEvent('message_stop')
	);
}

function messageObject(encoderState: EncoderState, content: readonly JsonObject[]): JsonObject {
	const {frame, usage} = encoderState;
	return {
		id: `msg_${frame.id}`,
		type: 'message',
		role: 'assistant',
		model: frame.model,
		content,
		...stopFields(encoderState),
		usage: usageObject(usage),
	};
}

function stopFields({finish: reason}: EncoderState): JsonObject {
	return {stop_reason: reason && stopReasons[reason], stop_sequence: null};
}

const stopReasons: Readonly<Record<NeutralFinish, string>> = {
	stop: 'end_turn',
	calls: 'tool_use',
	length: 'max_tokens',
	refused: 'refusal',
};

/** Returns the usage. Anthropic counts tokens from its cache separately from other input. */
function usageObject(usage: Usage | null): JsonObject {
	const cached = usage?.cachedTokens ?? 0;
	return {
		input_tokens: Math.max(0, (usage?.inputTokens ?? 0) - cached),
		cache_creation_input_tokens: 0,
		cache_read_input_tokens: cached,
		output_tokens: usage?.outputTokens ?? 0,
	};
}
