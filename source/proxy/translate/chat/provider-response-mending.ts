import type {JsonObject} from '../../../events/json.ts';
import type {CallFailure} from '../../failure.ts';
import type {NeutralTool} from '../../neutral.ts';
import type {RelayOptions} from '../protocol.ts';
import {objectsOf, optionalObject, textOf} from '../request-reading.ts';
import {createNames} from '../tool-names.ts';
import {sealedContent} from './google-seal.ts';
import {createCallAssembly} from './provider-response-calls.ts';

/**
 * Repairs the calls of a chat stream that is otherwise passed on unchanged. Clients identify calls
 * by index, and lose calls that share one or have no id; some run what they have of a call that was
 * cut off. So the client gets each call in one piece, when it is known to be complete.
 */
export type CallMender = {
	/** Returns what to send instead of a chunk; undefined if the chunk is sent unchanged. */
	readonly chunk: (chunk: JsonObject) => readonly string[] | undefined;
	/** Returns what to send before the end of a stream that has not said why it ends. */
	readonly end: () => readonly string[];
	/** Returns a failure if there are more calls than can be kept; undefined if there are not. */
	readonly refused: () => CallFailure | undefined;
};

export function createCallMender(options: RelayOptions): CallMender {
	const held = createHeldCalls(options);
	let last: JsonObject = {};
	let isCut = false;
	const release = (how: 'whole' | 'cut') => {
		const calls = isCut ? [] : held.release(how);
		// A call that was cut off stays cut off, whatever the end of the stream says.
		isCut ||= how === 'cut';
		const choices = [{index: 0, delta: {tool_calls: calls}, finish_reason: null}];
		return calls.length === 0 ? [] : [JSON.stringify({...last, choices, usage: undefined})];
	};
	return {
		chunk(chunk) {
			const [choice] = objectsOf(chunk['choices']);
			const {tool_calls: written, ...delta} = optionalObject(choice?.['delta']) ?? {};
			const pieces = objectsOf(written);
			last = chunk;
			// Calls with free text are passed on unchanged.
			if (pieces.some(piece => piece['custom'])) {
				return undefined;
			}
			held.add(pieces);
			const reason = textOf(choice?.['finish_reason']);
			const before = reason === '' ? [] : release(cutReasons.has(reason) ? 'cut' : 'whole');
			if (pieces.length === 0) {
				return before.length === 0 ? undefined : [...before, JSON.stringify(chunk)];
			}
			const isEmpty = Object.keys(delta).length === 0 && reason === '' && !chunk['usage'];
			const rest = JSON.stringify({...chunk, choices: [{...choice, delta}]});
			return isEmpty ? before : [...before, rest];
		},
		end: () => release('whole'),
		refused: held.refused,
	};
}

/** Returns a whole answer without a call that was cut off; undefined if it has none. */
export function withoutCutCall(body: JsonObject): JsonObject | undefined {
	const [choice, ...others] = objectsOf(body['choices']);
	const message = optionalObject(choice?.['message']);
	const calls = objectsOf(message?.['tool_calls']);
	if (calls.length === 0 || !cutReasons.has(textOf(choice?.['finish_reason']))) {
		return undefined;
	}
	const kept = calls.length === 1 ? undefined : calls.slice(0, -1);
	return {...body, choices: [{...choice, message: {...message, tool_calls: kept}}, ...others]};
}

const cutReasons: ReadonlySet<string> = new Set(['length', 'max_tokens', 'content_filter']);

type HeldCall = {
	readonly id: string;
	readonly name: string;
	readonly extra: JsonObject;
	text: string;
	isWhole: boolean;
};

function createHeldCalls({frame, provider, bytesMax}: RelayOptions) {
	const calls = new Map<number, HeldCall>();
	let refused: CallFailure | undefined;
	let extra: JsonObject = {};
	let released = 0;
	const assembly = createCallAssembly({
		emit(event) {
			if (event.type === 'seal') {
				extra = {extra_content: sealedContent(event.seal.data)};
			} else if (event.type === 'call.start') {
				calls.set(event.call, {id: event.id, name: event.name, text: '', extra, isWhole: false});
				extra = {};
			} else if (event.type === 'call.delta') {
				growCall(calls.get(event.call), event.text);
			} else if (event.type === 'call.end') {
				endCall(calls.get(event.call));
			} else if (event.type === 'failure') {
				refused = event.failure;
			}
		},
		names: createNames(offeredTools(frame.body)),
		id: frame.id,
		provider,
		bytesMax,
	});
	return {
		refused: () => refused,
		add(pieces: readonly JsonObject[]) {
			for (const piece of pieces) {
				assembly.piece(piece);
			}
		},
		release(how: 'whole' | 'cut'): readonly JsonObject[] {
			assembly.end(how);
			const whole = [...calls.values()].filter(({isWhole}) => isWhole);
			calls.clear();
			return whole.map(({id, name, text, extra: more}) => {
				released += 1;
				return {
					index: released - 1,
					id,
					type: 'function',
					function: {name, arguments: text},
					...more,
				};
			});
		},
	};
}

/** If the client already has this call, nothing is added to it. */
function growCall(call: HeldCall | undefined, text: string): void {
	if (call) {
		call.text += text;
	}
}

function endCall(call: HeldCall | undefined): void {
	if (call) {
		call.isWhole = true;
	}
}

function offeredTools(body: JsonObject): readonly NeutralTool[] {
	return objectsOf(body['tools']).map(tool => ({
		form: 'function',
		name: textOf(optionalObject(tool['function'])?.['name']),
	}));
}
