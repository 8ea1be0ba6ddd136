import type {JsonObject} from '../../../../../source/events/json.ts';

/** A call in each of the formats that models were trained on, as their chat templates write it. */
export type Writer = (name: string, given: JsonObject) => string;

const json = (value: unknown) => JSON.stringify(value);
const spaced = (value: unknown) => JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
const pairs = (given: JsonObject) => Object.entries(given);
const plain = (value: unknown) => (typeof value === 'string' ? value : json(value));
const each = (given: JsonObject, write: (key: string, value: unknown) => string, apart = '') =>
	pairs(given)
		.map(([key, value]) => write(key, value))
		.join(apart);

function python(name: string, given: JsonObject): string {
	return `${name}(${each(given, (key, value) => `${key}=${inPython(value)}`, ', ')})`;
}

function inPython(value: unknown): string {
	return typeof value === 'boolean' ? (value ? 'True' : 'False') : json(value);
}

const bar = '\uff5c';
const low = '\u2581';

export const writers = {
	'kimi-k3': (name, given) =>
		`<|open|>tools<|sep|><|open|>call tool="${name}" index="1"<|sep|>${each(
			given,
			(key, value) =>
				`<|open|>argument key="${key}" type="${typeof value}"<|sep|>${plain(value)}<|close|>argument<|sep|>`,
		)}<|close|>call<|sep|><|close|>tools<|sep|>`,
	'solar-open-2': (name, given) =>
		`<|tool_call:start|>${name}\n${each(
			given,
			(key, value) => `<|tool_arg:start|>${key}<|tool_arg:value|>${plain(value)}<|tool_arg:end|>\n`,
		)}<|tool_call:end|>`,
	step3: (name, given) =>
		`<${bar}tool_calls_begin${bar}>\n<${bar}tool_call_begin${bar}>function<${bar}tool_sep${bar}><steptml:invoke name="${name}">${each(
			given,
			(key, value) => `<steptml:parameter name="${key}">${plain(value)}</steptml:parameter>`,
		)}</steptml:invoke><${bar}tool_call_end${bar}>\n<${bar}tool_calls_end${bar}>`,
	gigachat: (name, given) => `<|function_call|>${json({name, arguments: given})}`,
	cwm: (name, given) => `<tool: function>\n${name} ${json(given)}\n</tool>`,
	hermes: (name, given) => `<tool_call>\n${spaced({name, arguments: given})}\n</tool_call>`,
	'tool-calls-list': (name, given) =>
		`<tool_calls>[${json({name, arguments: given})}]</tool_calls>`,
	nemotron: (name, given) => `<TOOLCALL>[${spaced({name, arguments: given})}]</TOOLCALL>`,
	'function-call-tag': (name, given) => `<function_call> ${spaced({name, arguments: given})}`,
	longcat: (name, given) =>
		`<longcat_tool_call>${json({name, arguments: given})}</longcat_tool_call>`,
	'qwen3-coder': (name, given) =>
		`<tool_call>\n<function=${name}>\n${each(given, (key, value) => `<parameter=${key}>\n${plain(value)}\n</parameter>\n`)}</function>\n</tool_call>`,
	'function-equals': (name, given) => `<function=${name}>${json(given)}</function>`,
	dsml: (name, given) =>
		`<${bar}DSML${bar}function_calls>\n<${bar}DSML${bar}invoke name="${name}">\n${each(
			given,
			(key, value) =>
				`<${bar}DSML${bar}parameter name="${key}" string="${typeof value === 'string'}">${plain(value)}</${bar}DSML${bar}parameter>\n`,
		)}</${bar}DSML${bar}invoke>\n</${bar}DSML${bar}function_calls>`,
	invoke: (name, given) => `<function_calls>\n${invoked(name, given)}\n</function_calls>`,
	minimax: (name, given) => `<minimax:tool_call>\n${invoked(name, given)}\n</minimax:tool_call>`,
	glm: (name, given) =>
		`<tool_call>${name}\n${each(given, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${plain(value)}</arg_value>\n`)}</tool_call>`,
	hunyuan: (name, given) =>
		`<tool_calls>\n<tool_call>${name}<tool_sep>\n${each(given, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${plain(value)}</arg_value>\n`)}</tool_call>\n</tool_calls>`,
	kimi: (name, given) =>
		`<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>${spaced(given)}<|tool_call_end|><|tool_calls_section_end|>`,
	deepseek: (name, given) =>
		`<${bar}tool${low}calls${low}begin${bar}><${bar}tool${low}call${low}begin${bar}>${name}<${bar}tool${low}sep${bar}>${json(given)}<${bar}tool${low}call${low}end${bar}><${bar}tool${low}calls${low}end${bar}>`,
	mistral: (name, given) => `[TOOL_CALLS]${name}[ARGS]${spaced(given)}`,
	functionary: (name, given) => `>>>${name}\n${spaced(given)}`,
	granite: (name, given) => `<|tool_call|>[${spaced({name, arguments: given})}]`,
	functools: (name, given) => `functools[${spaced({name, arguments: given})}]`,
	'llama-python-tag': (name, given) => `<|python_tag|>${spaced({name, parameters: given})}`,
	'command-a': (name, given) =>
		`<|START_ACTION|>[\n    ${spaced({tool_call_id: '0', tool_name: name, parameters: given})}\n]<|END_ACTION|>`,
	internlm: (name, given) =>
		`<|action_start|><|plugin|>\n${spaced({name, parameters: given})}<|action_end|>`,
	apertus: (name, given) => `<|tools_prefix|>[${spaced({[name]: given})}]<|tools_suffix|>`,
	'mistral-list': (name, given) =>
		`[TOOL_CALLS] [${spaced({name, arguments: given, id: 'x7Yp2Qk9a'})}]`,
	gemma: (name, given) =>
		`<|tool_call>call:${name}{${each(given, (key, value) => `${key}:${typeof value === 'string' ? `<|"|>${value}<|"|>` : json(value)}`, ',')}}<tool_call|>`,
	'function-gemma': (name, given) =>
		`<start_function_call>call:${name}{${each(given, (key, value) => `${key}:${typeof value === 'string' ? `<escape>${value}<escape>` : json(value)}`, ',')}}<end_function_call>`,
	harmony: (name, given) =>
		`<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${json(given)}<|call|>`,
	lfm: (name, given) => `<|tool_call_start|>[${python(name, given)}]<|tool_call_end|>`,
	'llama-pythonic': (name, given) => `<|python_start|>[${python(name, given)}]<|python_end|>`,
	olmo: (name, given) => `<function_calls>${python(name, given)}</function_calls>`,
	pythonic: (name, given) => `[${python(name, given)}]`,
	'tool-tag': (name, given) =>
		`<${name}>\n${each(given, (key, value) => `<${key}>${plain(value)}</${key}>\n`)}</${name}>`,
	json: (name, given) => spaced({name, parameters: given}),
	'openai-json': (name, given) =>
		json({
			tool_calls: [{id: 'call_8Xb1', type: 'function', function: {name, arguments: json(given)}}],
		}),
	'json-fence': (name, given) =>
		`\`\`\`json\n${JSON.stringify({name, arguments: given}, null, 2)}\n\`\`\``,
	'command-r': (name, given) =>
		`Action: \`\`\`json\n[\n    {\n        "tool_name": "${name}",\n        "parameters": ${spaced(given)}\n    }\n]\n\`\`\``,
	'tool-code': (name, given) => `\`\`\`tool_code\n${python(name, given)}\n\`\`\``,
} as const satisfies Readonly<Record<string, Writer>>;

export type Format = keyof typeof writers;

function invoked(name: string, given: JsonObject): string {
	return `<invoke name="${name}">\n${each(given, (key, value) => `<parameter name="${key}">${plain(value)}</parameter>\n`)}</invoke>`;
}
