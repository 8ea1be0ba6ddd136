import type {JsonObject} from '../../events/json.ts';
import type {Inbound} from './protocol.ts';
import type {RequestReading} from './request-reading.ts';

/** What happens to fields of a client's request if the provider speaks another protocol. */
type Fields = {
	/** Fields for which every protocol has a place, or that are read by this proxy. */
	readonly carried: readonly string[];
	/**
	 * Fields about the account, the storage or the cache of the client's own provider. They are
	 * dropped.
	 */
	readonly homely: readonly string[];
	/** Fields without which the answer would be different. The request is refused. */
	readonly refused: readonly string[];
};

const everywhere = ['model', 'stream', 'tools', 'tool_choice', 'temperature', 'top_p'];
const accounts = ['metadata', 'user', 'service_tier', 'safety_identifier', 'client_metadata'];

export const requestFields: Readonly<Record<Inbound['kind'] | 'generationConfig', Fields>> = {
	responses: {
		carried: [
			...everywhere,
			...['input', 'instructions', 'parallel_tool_calls', 'max_output_tokens', 'reasoning'],
			...['text', 'previous_response_id'],
		],
		homely: [
			...accounts,
			...['store', 'include', 'stream_options', 'truncation', 'background'],
			...['prompt_cache_key', 'prompt_cache_retention'],
		],
		refused: ['conversation', 'prompt'],
	},
	chat: {
		carried: [
			...everywhere,
			...['messages', 'parallel_tool_calls', 'max_tokens', 'max_completion_tokens', 'stop'],
			...['reasoning_effort', 'response_format', 'stream_options', 'n'],
		],
		homely: [...accounts, 'store', 'prompt_cache_key', 'prompt_cache_retention'],
		refused: ['audio'],
	},
	anthropic: {
		carried: [
			...everywhere,
			...['system', 'messages', 'max_tokens', 'stop_sequences', 'thinking'],
			...['output_config', 'output_format'],
		],
		homely: [...accounts, 'betas', 'context_management', 'container', 'cache_control'],
		refused: ['mcp_servers'],
	},
	gemini: {
		carried: [
			...['model', 'stream', 'contents', 'systemInstruction', 'tools', 'toolConfig'],
			'generationConfig',
		],
		// `safetySettings` are Google's own filters, which no other provider has.
		homely: ['safetySettings', 'labels', 'serviceTier', 'store'],
		refused: ['cachedContent'],
	},
	/** The fields inside `generationConfig` of Gemini's requests. */
	generationConfig: {
		carried: [
			...['maxOutputTokens', 'temperature', 'topP', 'stopSequences', 'candidateCount'],
			...['thinkingConfig', 'responseMimeType', 'responseSchema', 'responseJsonSchema'],
			...['_responseJsonSchema', 'responseModalities'],
		],
		homely: [],
		refused: ['speechConfig', 'imageConfig'],
	},
};

const knownFields: ReadonlyMap<string, ReadonlySet<string>> = new Map(
	Object.entries(requestFields).map(([protocol, {carried, homely, refused}]) => [
		protocol,
		new Set([...carried, ...homely, ...refused]),
	]),
);

/**
 * Refuses or reports fields that are left out, so that nothing that changes the answer is lost
 * without a message.
 */
export function noticeLeftOut(
	body: JsonObject,
	protocol: keyof typeof requestFields,
	reading: RequestReading,
): void {
	const {refused} = requestFields[protocol];
	for (const name of refused) {
		if (saysSomething(body[name])) {
			const param = protocol === 'generationConfig' ? `${protocol}.${name}` : name;
			reading.refuse(`“${name}” can't be carried to this provider.`, param);
		}
	}
	const left = Object.keys(body).filter(
		name => !knownFields.get(protocol)?.has(name) && saysSomething(body[name]),
	);
	if (left.length > 0) {
		const names = left.slice(0, namesMax).map(name => name.slice(0, nameLengthMax));
		reading.notice(`Left out, as not every provider knows it: ${names.join(', ')}.`);
	}
}

const namesMax = 10;
const nameLengthMax = 40;

/** Whether a field asks for something. Many clients send fields that say they want nothing. */
function saysSomething(value: unknown): boolean {
	const isEmpty =
		value === undefined || value === null || value === false || value === 0 || value === '';
	return !isEmpty && !(typeof value === 'object' && Object.keys(value ?? {}).length === 0);
}
