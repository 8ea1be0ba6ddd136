import type {JsonObject} from '../source/events/json.ts';
import {refusedFile} from '../source/proxy/translate/file-parts.ts';
import {requestFields} from '../source/proxy/translate/left-out-fields.ts';
import {inbounds, outbounds} from '../source/proxy/translate/protocol-table.ts';

/**
 * What happens to one feature of a client's request. `lost`: it disappears and nobody is told,
 * which must never happen.
 */
export type Fate = 'carried' | 'told' | 'refused' | 'lost';
export type Client = keyof typeof inbounds;
export type Target = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini';

export const targets: readonly Target[] = [
	'openai-chat',
	'openai-responses',
	'anthropic',
	'gemini',
];
export const clients: readonly Client[] = ['responses', 'chat', 'anthropic', 'gemini'];

/** The word in a probe by which it is found again in the translated request. */
const mark = 'needle';
const pdf = Buffer.from('%PDF-1.7 \0needle').toString('base64');
const schema = {type: 'object', properties: {[mark]: {type: 'string'}}};
const png = `data:image/png;base64,${mark}`;

type Probe = {
	readonly name: string;
	readonly find: string;
	/**
	 * The request of each client protocol that contains the feature; null if the protocol has no such
	 * feature.
	 */
	readonly of: Readonly<Record<Client, JsonObject | null>>;
};

function said(part: JsonObject): JsonObject[] {
	return [{role: 'user', content: [part]}];
}

const words = said({type: 'text', text: 'go'});

function turns(part: JsonObject): JsonObject[] {
	return [{role: 'user', parts: [part]}];
}

const go = turns({text: 'go'});

/** The features, each written in the request format of every client protocol. */
export const probes: readonly Probe[] = [
	{
		name: 'text',
		find: mark,
		of: {
			responses: {input: said({type: 'input_text', text: mark})},
			chat: {messages: said({type: 'text', text: mark})},
			anthropic: {messages: said({type: 'text', text: mark})},
			gemini: {contents: turns({text: mark})},
		},
	},
	{
		name: 'instructions',
		find: mark,
		of: {
			responses: {input: 'go', instructions: mark},
			chat: {messages: [{role: 'system', content: mark}, ...words]},
			anthropic: {messages: words, system: mark},
			gemini: {contents: go, systemInstruction: {parts: [{text: mark}]}},
		},
	},
	{
		name: 'image',
		find: mark,
		of: {
			responses: {input: said({type: 'input_image', image_url: png})},
			chat: {messages: said({type: 'image_url', image_url: {url: png}})},
			anthropic: {
				messages: said({
					type: 'image',
					source: {type: 'base64', media_type: 'image/png', data: mark},
				}),
			},
			gemini: {contents: turns({inlineData: {mimeType: 'image/png', data: mark}})},
		},
	},
	{
		name: 'text file',
		find: mark,
		of: fileOf('text/plain', Buffer.from(mark).toString('base64')),
	},
	{name: 'PDF', find: pdf, of: fileOf('application/pdf', pdf)},
	{
		name: 'file kept at a provider',
		find: mark,
		of: {
			responses: {input: said({type: 'input_file', file_id: mark})},
			chat: {messages: said({type: 'file', file: {file_id: mark}})},
			anthropic: {messages: said({type: 'document', source: {type: 'file', file_id: mark}})},
			gemini: {contents: turns({fileData: {fileUri: `files/${mark}`}})},
		},
	},
	{
		name: 'sound',
		find: mark,
		of: {
			responses: {input: said({type: 'input_audio', input_audio: {data: mark}})},
			chat: {messages: said({type: 'input_audio', input_audio: {data: mark}})},
			anthropic: null,
			gemini: {contents: turns({inlineData: {mimeType: 'audio/wav', data: mark}})},
		},
	},
	{
		name: 'tool',
		find: mark,
		of: toolOf(
			{type: 'function', name: 'run', parameters: schema},
			{name: 'run', input_schema: schema},
			{functionDeclarations: [{name: 'run', parametersJsonSchema: schema}]},
		),
	},
	{
		name: 'free-text tool',
		find: mark,
		of: {...toolOf({type: 'custom', name: mark}, {name: mark}, {}), anthropic: null, gemini: null},
	},
	{
		name: "tool of the client's provider",
		find: mark,
		of: toolOf(
			{type: `web_search_${mark}`},
			{type: `web_search_${mark}`, name: 'web_search'},
			{googleSearch: {note: mark}},
		),
	},
	{
		name: 'results of tools',
		find: mark,
		of: {
			responses: {
				input: [
					{type: 'function_call', call_id: 'a', name: 'run', arguments: '{}'},
					{type: 'function_call_output', call_id: 'a', output: mark},
				],
			},
			chat: {
				messages: [
					...words,
					{
						role: 'assistant',
						tool_calls: [{id: 'a', type: 'function', function: {name: 'run', arguments: '{}'}}],
					},
					{role: 'tool', tool_call_id: 'a', content: mark},
				],
			},
			anthropic: {
				messages: [
					...words,
					{role: 'assistant', content: [{type: 'tool_use', id: 'a', name: 'run', input: {}}]},
					{role: 'user', content: [{type: 'tool_result', tool_use_id: 'a', content: mark}]},
				],
			},
			gemini: {
				contents: [
					...go,
					{role: 'model', parts: [{functionCall: {id: 'a', name: 'run', args: {}}}]},
					{
						role: 'user',
						parts: [{functionResponse: {id: 'a', name: 'run', response: {output: mark}}}],
					},
				],
			},
		},
	},
	{
		name: 'form of the answer',
		find: mark,
		of: {
			responses: {input: 'go', text: {format: {type: 'json_schema', name: 'a', schema}}},
			chat: {
				messages: words,
				response_format: {type: 'json_schema', json_schema: {name: 'a', schema}},
			},
			anthropic: {messages: words, output_config: {format: {type: 'json_schema', schema}}},
			gemini: asked({responseMimeType: 'application/json', responseSchema: schema}),
		},
	},
	{
		name: 'length limit',
		find: '321',
		of: {
			responses: {input: 'go', max_output_tokens: 321},
			chat: {messages: words, max_tokens: 321},
			anthropic: {messages: words, max_tokens: 321},
			gemini: asked({maxOutputTokens: 321}),
		},
	},
	{name: 'temperature', find: '0.321', of: everywhere({temperature: 0.321}, {temperature: 0.321})},
	{name: 'top_p', find: '0.321', of: everywhere({top_p: 0.321}, {topP: 0.321})},
	{
		name: 'stop texts',
		find: mark,
		of: {
			responses: null,
			chat: {messages: words, stop: [mark]},
			anthropic: {messages: words, stop_sequences: [mark]},
			gemini: asked({stopSequences: [mark]}),
		},
	},
	{
		name: 'effort',
		find: 'reasoning_effort|"effort"|thinking',
		of: {
			responses: {input: 'go', reasoning: {effort: 'high'}},
			chat: {messages: words, reasoning_effort: 'high'},
			anthropic: {messages: words, output_config: {effort: 'high'}},
			gemini: asked({thinkingConfig: {thinkingLevel: 'HIGH'}}),
		},
	},
	{
		name: 'any other option, such as seed or top_k',
		find: '321',
		of: everywhere({seed: 321}, {seed: 321}),
	},
];

function fileOf(mimeType: string, data: string): Probe['of'] {
	const url = `data:${mimeType};base64,${data}`;
	return {
		responses: {input: said({type: 'input_file', filename: 'a', file_data: url})},
		chat: {messages: said({type: 'file', file: {filename: 'a', file_data: url}})},
		anthropic: {
			messages: said({type: 'document', source: {type: 'base64', media_type: mimeType, data}}),
		},
		gemini: {contents: turns({inlineData: {mimeType, data}})},
	};
}

/** A Gemini request with these options. */
function asked(generationConfig: JsonObject): JsonObject {
	return {contents: go, generationConfig};
}

function toolOf(tool: JsonObject, own: JsonObject, google: JsonObject): Probe['of'] {
	const {type} = tool;
	const nested = type === 'function' || type === 'custom' ? {type, [String(type)]: tool} : tool;
	return {
		responses: {input: 'go', tools: [tool]},
		chat: {messages: words, tools: [nested]},
		anthropic: {messages: words, tools: [own]},
		gemini: {contents: go, tools: [google]},
	};
}

function everywhere(option: JsonObject, google: JsonObject): Probe['of'] {
	return {
		responses: {input: 'go', ...option},
		chat: {messages: words, ...option},
		anthropic: {messages: words, ...option},
		gemini: asked(google),
	};
}

/**
 * Translates a request that contains the feature, and finds out what has become of the feature.
 * Null if the client's protocol doesn't have it.
 */
export function fateOf({find, of}: Probe, client: Client, target: Target): Fate | null {
	const body = of[client];
	if (!body) {
		return null;
	}
	const read = inbounds[client].parse({model: 'm', max_tokens: 9, ...body});
	const place = {name: 'it', kind: target, baseUrl: 'http://127.0.0.1/v1'};
	if (!read.ok || refusedFile(read.value.items, place)) {
		return 'refused';
	}
	const {body: sent, notices} = outbounds[target].encode(read.value, {
		model: 'gemini-3-model',
		baseUrl: place.baseUrl,
	});
	if (new RegExp(find).test(JSON.stringify(sent))) {
		return 'carried';
	}
	return [...read.value.notices, ...notices].length > 0 ? 'told' : 'lost';
}

const signs: Readonly<Record<Fate, string>> = {
	carried: 'yes',
	told: 'no, and told',
	refused: '400',
	lost: 'lost',
};

/**
 * docs/carried.md: which features each pair of protocols carries, found out by translating a
 * request with each.
 */
export function carriedPage(): string {
	const tables = clients.flatMap(client => {
		const rows = probes.flatMap(probe => {
			const fates = targets.map(target => fateOf(probe, client, target));
			return fates.every(fate => fate === null)
				? []
				: [`| ${probe.name} | ${fates.map(fate => (fate ? signs[fate] : '')).join(' | ')} |`];
		});
		const {homely, refused} = fieldsOf(client);
		return [
			`## A client of ${titles[client]}`,
			'',
			`| it sends | ${targets.join(' | ')} |`,
			`|---|${targets.map(() => '---').join('|')}|`,
			...rows,
			'',
			`Stays here, as it concerns only the client's own provider: ${homely.map(code).join(', ')}.`,
			`Refused with the field's name: ${refused.map(code).join(', ')}.`,
			'',
		];
	});
	return [
		'# What is carried from one protocol to another',
		'',
		'A client and a provider of the same protocol are handed on to each other as they are. Between different ones',
		'nothing is dropped in silence: **yes** means that the provider is sent it, **no, and told** that the answer comes',
		'without it, which `/monitoring` (`dropped`), `monitor.log` and the screen say once, **400** that the client is',
		'refused with words. PDFs reach Chat Completions where the host is known to take files. This page is generated by',
		'`npm run docs`.',
		'',
		...tables,
	].join('\n');
}

function fieldsOf(client: Client): {homely: readonly string[]; refused: readonly string[]} {
	const {homely, refused} = requestFields[client];
	return client === 'gemini'
		? {homely, refused: [...refused, ...requestFields.generationConfig.refused]}
		: {homely, refused};
}

const titles: Readonly<Record<Client, string>> = {
	responses: 'the Responses API',
	chat: 'Chat Completions',
	anthropic: "Anthropic's Messages",
	gemini: "Gemini's generateContent",
};

function code(word: string): string {
	return `\`${word}\``;
}
