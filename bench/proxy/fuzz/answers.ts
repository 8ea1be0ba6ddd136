import {formats} from '../../../source/proxy/repair/formats/index.ts';
import type {Chance} from './chance.ts';
import {deep, mutateText} from './mutate.ts';

/** The protocols of providers. The first part of a request's path names one. */
export const kinds = ['chat', 'responses', 'anthropic', 'gemini'] as const;
export type Kind = (typeof kinds)[number];

export type WireEvent = {readonly name: string; readonly data: object};

/** A piece of a model's answer, independent of a protocol: text, a thought, or a call. */
type Said =
	| {readonly type: 'text' | 'thought'; readonly text: string}
	| {readonly type: 'call'; readonly name: string; readonly pieces: readonly string[]};

/** A valid answer, as the events of a stream. */
export function goodAnswer(kind: Kind, chance: Chance): readonly WireEvent[] {
	return writers[kind](saying(chance));
}

function saying(chance: Chance): readonly Said[] {
	return Array.from({length: 1 + chance.size(30)}, (): Said => {
		const roll = chance.below(10);
		if (roll < 2) {
			const given = argumentsOf(chance);
			return {type: 'call', name: chance.pick(toolNames), pieces: cut(given, chance)};
		}
		if (roll < 4) {
			return {type: 'thought', text: words(chance)};
		}
		return {type: 'text', text: roll < 6 ? callText(chance) : words(chance)};
	});
}

export const toolNames = ['run', 'read_file', 'patch', 'unknown', ''] as const;

function words(chance: Chance): string {
	return 'some plain words. '.repeat(chance.size(5)) + (chance.of(0.1) ? '```\n' : '');
}

function argumentsOf(chance: Chance): string {
	const good = JSON.stringify({cmd: 'echo "hi"', path: 'a.txt', count: 3, list: [1, 'b', {}]});
	const roll = chance.below(20);
	if (roll === 0) {
		return deep(chance);
	}
	return roll < 8 ? mutateText(good, chance) : good;
}

/** A call written as text in some format, either complete or damaged. */
function callText(chance: Chance): string {
	const {sample} = chance.pick(formats);
	const roll = chance.below(10);
	if (roll === 0) {
		return `<tool_call>{"name": "run", "arguments": ${deep(chance)}}</tool_call>`;
	}
	return roll < 6 ? mutateText(sample, chance) : sample;
}

const piecesMax = 60;

function cut(text: string, chance: Chance): readonly string[] {
	const size = 1 + chance.size(30) + Math.floor(text.length / piecesMax);
	return text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [''];
}

const writers: Readonly<Record<Kind, (said: readonly Said[]) => readonly WireEvent[]>> = {
	chat: writeChat,
	responses: writeResponses,
	anthropic: writeAnthropic,
	gemini: writeGemini,
};

function writeChat(said: readonly Said[]): readonly WireEvent[] {
	let calls = 0;
	const chunk = (delta: object, reason: string | null = null): WireEvent => ({
		name: '',
		data: {
			id: 'c',
			object: 'chat.completion.chunk',
			choices: [{index: 0, delta, finish_reason: reason}],
		},
	});
	const events = said.flatMap(each => {
		if (each.type !== 'call') {
			return [chunk(each.type === 'text' ? {content: each.text} : {reasoning_content: each.text})];
		}
		const index = calls;
		calls += 1;
		return each.pieces.map((piece, at) =>
			chunk({
				tool_calls: [
					at === 0
						? {index, id: `call_${index}`, function: {name: each.name, arguments: piece}}
						: {index, function: {arguments: piece}},
				],
			}),
		);
	});
	const usage = {prompt_tokens: 10, completion_tokens: 5, total_tokens: 15};
	return [
		...events,
		chunk({}, calls > 0 ? 'tool_calls' : 'stop'),
		{name: '', data: {choices: [], usage}},
	];
}

function writeResponses(said: readonly Said[]): readonly WireEvent[] {
	const event = (type: string, fields: object): WireEvent => ({
		name: type,
		data: {type, ...fields},
	});
	const events = said.flatMap((each, index) => {
		const place = {output_index: index, item_id: `i${index}`};
		if (each.type !== 'call') {
			const type =
				each.type === 'text' ? 'response.output_text.delta' : 'response.reasoning_text.delta';
			return [event(type, {...place, content_index: 0, delta: each.text})];
		}
		const item = {type: 'function_call', call_id: `call_${index}`, name: each.name, arguments: ''};
		return [
			event('response.output_item.added', {...place, item}),
			...each.pieces.map(delta =>
				event('response.function_call_arguments.delta', {...place, delta}),
			),
			event('response.output_item.done', {
				...place,
				item: {...item, arguments: each.pieces.join('')},
			}),
		];
	});
	const response = {id: 'r', status: 'completed', usage: {input_tokens: 10, output_tokens: 5}};
	return [
		event('response.created', {response: {id: 'r', status: 'in_progress'}}),
		...events,
		event('response.completed', {response}),
	];
}

function writeAnthropic(said: readonly Said[]): readonly WireEvent[] {
	const event = (type: string, fields: object): WireEvent => ({
		name: type,
		data: {type, ...fields},
	});
	const events = said.flatMap((each, index) => {
		const isCall = each.type === 'call';
		const block = isCall
			? {type: 'tool_use', id: `toolu_${index}`, name: each.name, input: {}}
			: each.type === 'text'
				? {type: 'text', text: ''}
				: {type: 'thinking', thinking: '', signature: ''};
		const deltas = isCall
			? each.pieces.map(partial_json => ({type: 'input_json_delta', partial_json}))
			: [
					each.type === 'text'
						? {type: 'text_delta', text: each.text}
						: {type: 'thinking_delta', thinking: each.text},
				];
		return [
			event('content_block_start', {index, content_block: block}),
			...deltas.map(delta => event('content_block_delta', {index, delta})),
			event('content_block_stop', {index}),
		];
	});
	return [
		event('message_start', {message: {id: 'm', usage: {input_tokens: 10, output_tokens: 1}}}),
		...events,
		event('message_delta', {delta: {stop_reason: 'end_turn'}, usage: {output_tokens: 5}}),
		event('message_stop', {}),
	];
}

function writeGemini(said: readonly Said[]): readonly WireEvent[] {
	const answer = (part: object, more: object = {}): WireEvent => ({
		name: '',
		data: {candidates: [{content: {role: 'model', parts: [part]}, ...more}]},
	});
	const events = said.map(each => {
		if (each.type === 'call') {
			return answer({functionCall: {name: each.name, args: {given: each.pieces.join('')}}});
		}
		return answer(each.type === 'text' ? {text: each.text} : {text: each.text, thought: true});
	});
	return [...events, answer({text: ''}, {finishReason: 'STOP'})];
}
