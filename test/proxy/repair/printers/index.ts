import type {Json, JsonObject} from '../../../../source/events/json.ts';

export type Call = {readonly name: string; readonly arguments: JsonObject};

/** Writes calls as the models of a format do. */
export type Printer = {
	readonly print: (calls: readonly Call[]) => string;
	/** Marks that the format can't have in a value, as it knows no way to escape them. */
	readonly marks?: readonly string[];
	/** It holds one call only. */
	readonly isSingle?: boolean;
	/** It is not for every tool. */
	readonly only?: string;
};

const json = (value: Json) => JSON.stringify(value);
const object = (name: string, key: string) => (call: Call) =>
	`{${json(name)}: ${json(call.name)}, ${json(key)}: ${json(call.arguments)}}`;
const named = object('name', 'arguments');
const inParameters = object('name', 'parameters');
const list = (calls: readonly Call[], print = named) => `[${calls.map(print).join(', ')}]`;
const plain = (value: Json | undefined) =>
	typeof value === 'string' ? value : json(value ?? null);
const fields = ({arguments: given}: Call) => Object.entries(given);

function python(value: Json | undefined): string {
	if (value === null || value === undefined) {
		return 'None';
	}
	if (typeof value === 'boolean') {
		return value ? 'True' : 'False';
	}
	if (Array.isArray(value)) {
		return `[${value.map(python).join(', ')}]`;
	}
	return typeof value === 'object'
		? `{${Object.entries(value)
				.map(([key, inner]) => `${json(key)}: ${python(inner)}`)
				.join(', ')}}`
		: json(value);
}

const pythonCall = (call: Call) =>
	`${call.name}(${fields(call)
		.map(([key, value]) => `${key}=${python(value)}`)
		.join(', ')})`;

function gemma(value: Json | undefined, quote: string): string {
	if (typeof value === 'string') {
		return `${quote}${value}${quote}`;
	}
	if (Array.isArray(value)) {
		return `[${value.map(inner => gemma(inner, quote)).join(',')}]`;
	}
	return typeof value === 'object' && value !== null
		? `{${Object.entries(value)
				.map(([key, inner]) => `${key}:${gemma(inner, quote)}`)
				.join(',')}}`
		: json(value ?? null);
}

const ns = ']<]minimax[>[';

function m3(name: string, value: Json | undefined): string {
	const inner = Array.isArray(value)
		? value.map(item => m3('item', item)).join('')
		: typeof value === 'object' && value !== null
			? Object.entries(value)
					.map(([key, item]) => m3(key, item))
					.join('')
			: plain(value);
	return `${ns}<${name}>${inner}${ns}</${name}>`;
}

const qwen = (call: Call) =>
	`<function=${call.name}>\n${fields(call)
		.map(([key, value]) => `<parameter=${key}>\n${plain(value)}\n</parameter>\n`)
		.join('')}</function>`;
const pairs = (call: Call) =>
	fields(call)
		.map(([key, value]) => `<arg_key>${key}</arg_key>\n<arg_value>${plain(value)}</arg_value>\n`)
		.join('');
const invoke = (call: Call) =>
	`<invoke name="${call.name}">\n${fields(call)
		.map(([key, value]) => `<parameter name="${key}">${plain(value)}</parameter>\n`)
		.join('')}</invoke>`;
const dsml = (call: Call) =>
	`<｜DSML｜invoke name="${call.name}">\n${fields(call)
		.map(
			([key, value]) =>
				`<｜DSML｜parameter name="${key}" string="${typeof value === 'string'}">${plain(value)}</｜DSML｜parameter>\n`,
		)
		.join('')}</｜DSML｜invoke>`;
const tags = (call: Call) =>
	`<${call.name}>\n${fields(call)
		.map(([key, value]) => `<${key}>${plain(value)}</${key}>\n`)
		.join('')}</${call.name}>`;
const eachLine = (print: (call: Call) => string) => (calls: readonly Call[]) =>
	calls.map(print).join('\n');
const each = (print: (call: Call) => string) => (calls: readonly Call[]) =>
	calls.map(print).join('');

export const printers: Readonly<Record<string, Printer>> = {
	hermes: {print: eachLine(call => `<tool_call>\n${named(call)}\n</tool_call>`)},
	'kimi-k3': {
		print: calls =>
			`<|open|>tools<|sep|>${calls
				.map(
					(call, index) =>
						`<|open|>call tool="${call.name}" index="${index + 1}"<|sep|>${fields(call)
							.map(
								([key, value]) =>
									`<|open|>argument key="${key}" type="${typeof value === 'string' ? 'string' : 'object'}"<|sep|>${plain(value)}<|close|>argument<|sep|>`,
							)
							.join('')}<|close|>call<|sep|>`,
				)
				.join('')}<|close|>tools<|sep|>`,
		marks: ['<|close|>', '<|open|>', '<|sep|>'],
	},
	'solar-open-2': {
		print: eachLine(
			call =>
				`<|tool_call:start|>${call.name}\n${fields(call)
					.map(
						([key, value]) =>
							`<|tool_arg:start|>${key}<|tool_arg:value|>${plain(value)}<|tool_arg:end|>\n`,
					)
					.join('')}<|tool_call:end|>`,
		),
		marks: ['<|tool_arg', '<|tool_call:'],
	},
	'solar-open': {
		print: each(
			call =>
				`<|tool_call:begin|>a1b2<|tool_call:name|>${call.name}<|tool_call:args|>${json(call.arguments)}<|tool_call:end|>`,
		),
	},
	plamo: {
		print: calls => {
			const mark = (name: string) => `<|plamo:${name}:plamo|>`;
			const between = (name: string, text: string) =>
				`${mark(`begin_tool_${name}`)}${text}${mark(`end_tool_${name}`)}`;
			return between(
				'requests',
				calls
					.map(call =>
						between(
							'request',
							between('name', call.name) + between('arguments', json(call.arguments)),
						),
					)
					.join(''),
			);
		},
		marks: ['<|plamo:'],
	},
	step3: {
		print: calls =>
			`<｜tool_calls_begin｜>\n${eachLine(
				call =>
					`<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="${call.name}">${fields(
						call,
					)
						.map(
							([key, value]) =>
								`<steptml:parameter name="${key}">${plain(value)}</steptml:parameter>`,
						)
						.join('')}</steptml:invoke><｜tool_call_end｜>`,
			)(calls)}\n<｜tool_calls_end｜>`,
		marks: ['</steptml:parameter>', '<｜tool_calls_end｜>'],
	},
	gigachat: {print: eachLine(call => `<|function_call|>${named(call)}`)},
	inkling: {
		print: each(
			call =>
				`<|message_model|>${call.name}<|content_invoke_tool_json|>${object('name', 'args')(call)}<|end_message|>`,
		),
	},
	'glm-flash': {print: eachLine(call => `<tool_call>${call.name}>${json(call.arguments)}`)},
	cwm: {
		print: eachLine(call => `<tool: function>\n${call.name} ${json(call.arguments)}\n</tool>`),
		marks: ['</tool>'],
	},
	'tool-call-marked': {
		print: calls =>
			`<ifm|tool_calls>\n${eachLine(call => `<ifm|tool_call>\n${named(call)}\n</ifm|tool_call>`)(calls)}\n</ifm|tool_calls>`,
	},
	'tool-calls-list': {print: calls => `<tool_calls>${list(calls)}</tool_calls>`},
	nemotron: {print: calls => `<TOOLCALL>${list(calls)}</TOOLCALL>`},
	'function-call-tag': {print: eachLine(call => `<function_call> ${named(call)}`)},
	longcat: {print: eachLine(call => `<longcat_tool_call>${named(call)}</longcat_tool_call>`)},
	'qwen3-coder': {
		print: eachLine(call => `<tool_call>\n${qwen(call)}\n</tool_call>`),
		marks: ['</parameter>'],
	},
	'function-equals': {
		print: eachLine(call => `<function=${call.name}>${json(call.arguments)}</function>`),
	},
	dsml: {
		print: calls => `<｜DSML｜function_calls>\n${eachLine(dsml)(calls)}\n</｜DSML｜function_calls>`,
		marks: ['</｜DSML｜parameter>'],
	},
	invoke: {
		print: calls => `<function_calls>\n${eachLine(invoke)(calls)}\n</function_calls>`,
		marks: ['</parameter>'],
	},
	'function-param': {
		print: each(
			call =>
				`<function name="${call.name}">${fields(call)
					.map(([key, value]) => `<param name="${key}">${plain(value)}</param>`)
					.join('')}</function>`,
		),
		marks: ['</param>', '</parameter>', '<![CDATA['],
	},
	glm: {
		print: eachLine(call => `<tool_call>${call.name}\n${pairs(call)}</tool_call>`),
		marks: ['</arg_value>', '</arg_key>'],
	},
	hunyuan: {
		print: calls =>
			`<tool_calls>\n${eachLine(call => `<tool_call>${call.name}<tool_sep>\n${pairs(call)}</tool_call>`)(calls)}\n</tool_calls>`,
		marks: ['</arg_value>', '</arg_key>'],
	},
	kimi: {
		print: calls =>
			`<|tool_calls_section_begin|>${calls
				.map(
					(call, index) =>
						`<|tool_call_begin|>functions.${call.name}:${index}<|tool_call_argument_begin|>${json(call.arguments)}<|tool_call_end|>`,
				)
				.join('')}<|tool_calls_section_end|>`,
	},
	deepseek: {
		print: calls =>
			`<｜tool▁calls▁begin｜>${eachLine(
				call =>
					`<｜tool▁call▁begin｜>function<｜tool▁sep｜>${call.name}\n\`\`\`json\n${json(call.arguments)}\n\`\`\`<｜tool▁call▁end｜>`,
			)(calls)}<｜tool▁calls▁end｜>`,
	},
	mistral: {print: each(call => `[TOOL_CALLS]${call.name}[ARGS]${json(call.arguments)}`)},
	functionary: {print: eachLine(call => `>>>${call.name}\n${json(call.arguments)}`)},
	granite: {print: calls => `<|tool_call|>${list(calls)}`},
	functools: {print: calls => `functools${list(calls)}`},
	'llama-python-tag': {print: calls => `<|python_tag|>${calls.map(inParameters).join('; ')}`},
	'command-a': {
		print: calls =>
			`<|START_ACTION|>[\n${calls
				.map(
					(call, index) =>
						`    {"tool_call_id": "${index}", "tool_name": ${json(call.name)}, "parameters": ${json(call.arguments)}}`,
				)
				.join(',\n')}\n]<|END_ACTION|>`,
	},
	internlm: {
		print: eachLine(call => `<|action_start|><|plugin|>\n${inParameters(call)}<|action_end|>`),
	},
	'lfm-json': {
		print: eachLine(call => `<|tool_call_start|>${named(call)}<|tool_call_end|>`),
	},
	apertus: {
		print: calls =>
			`<|tools_prefix|>[${calls
				.map(call => `{${json(call.name)}: ${json(call.arguments)}}`)
				.join(', ')}]<|tools_suffix|>`,
	},
	'mistral-list': {print: calls => `[TOOL_CALLS] ${list(calls)}`},
	'minimax-m3': {
		print: calls =>
			`${ns}<tool_call>\n${calls
				.map(
					call =>
						`${ns}<invoke name="${call.name}">${fields(call)
							.map(([key, value]) => m3(key, value))
							.join('')}${ns}</invoke>\n`,
				)
				.join('')}${ns}</tool_call>`,
		marks: [ns],
	},
	gemma: {
		print: each(
			call => `<|tool_call>call:${call.name}${gemma(call.arguments, '<|"|>')}<tool_call|>`,
		),
		marks: ['<|"|>'],
	},
	'function-gemma': {
		print: each(
			call =>
				`<start_function_call>call:${call.name}${gemma(call.arguments, '<escape>')}<end_function_call>`,
		),
		marks: ['<escape>'],
	},
	harmony: {
		print: each(
			call =>
				`<|channel|>commentary to=functions.${call.name} <|constrain|>json<|message|>${json(call.arguments)}<|call|>`,
		),
	},
	'harmony-bare': {
		print: eachLine(call => `commentary to=functions.${call.name} json${json(call.arguments)}`),
	},
	lfm: {
		print: calls => `<|tool_call_start|>[${calls.map(pythonCall).join(', ')}]<|tool_call_end|>`,
	},
	'llama-pythonic': {
		print: calls => `<|python_start|>[${calls.map(pythonCall).join(', ')}]<|python_end|>`,
	},
	'llama-built-in': {
		print: ([call]) => `<|python_tag|>${pythonCall(call!).replace('(', '.call(')}`,
		isSingle: true,
	},
	olmo: {
		print: ([call]) => `<function_calls>${pythonCall(call!)}</function_calls>`,
		isSingle: true,
	},
	pythonic: {print: calls => `[${calls.map(pythonCall).join(', ')}]`},
	'bash-block': {
		print: eachLine(({arguments: given}) => `<bash>\n${plain(given['cmd'])}\n</bash>`),
		marks: ['</bash>'],
		only: 'run_command',
	},
	'explore-agent': {
		print: eachLine(
			({arguments: given}) => `<explore_agent>\n${json({url: given['url']})}\n</explore_agent>`,
		),
		marks: ['</explore_agent>'],
		only: 'fetch_url',
	},
	'tool-tag': {print: eachLine(tags), marks: ['</', '<']},
	json: {print: calls => (calls.length === 1 ? inParameters(calls[0]!) : list(calls))},
	'json-fence': {
		print: calls => `\`\`\`json\n${calls.length === 1 ? named(calls[0]!) : list(calls)}\n\`\`\``,
	},
	'command-r': {
		print: calls => `Action: \`\`\`json\n${list(calls, object('tool_name', 'parameters'))}\n\`\`\``,
	},
	'tool-code': {
		print: ([call]) => `\`\`\`tool_code\n${pythonCall(call!)}\n\`\`\``,
		isSingle: true,
	},
};
