import type {Case, Found} from './case.ts';

const oslo: Found = ['get_weather', {city: 'Oslo'}];
const bergen: Found = ['get_weather', {city: 'Bergen'}];
const cut: Found = ['get_weather', 'cut'];
const bad: Found = ['get_weather', 'unreadable'];

function of(
	format: string,
	...cases: readonly (readonly [title: string, text: string, ...found: readonly Found[]])[]
): readonly Case[] {
	return cases.map(([title, text, ...found]) => ({
		title: `${format}: ${title}`,
		format,
		text,
		found,
	}));
}

/** What models really write when they get it wrong. */
export const malformed: readonly Case[] = [
	...of(
		'kimi-k3',
		[
			'without its section, and with space',
			'<|open|> call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|><|close|>call<|sep|>',
			oslo,
		],
		[
			'words among the arguments',
			'<|open|>tools<|sep|><|open|>call tool="get_weather"<|sep|>in Oslo<|close|>call<|sep|><|close|>tools<|sep|>',
			bad,
		],
		[
			'cut',
			'<|open|>tools<|sep|><|open|>call tool="get_weather" index="1"<|sep|><|open|>argument key="city" type="string"<|sep|>Os',
			cut,
		],
	),
	...of(
		'solar-open-2',
		[
			'an argument that is not closed',
			'<|tool_call:start|>get_weather\n<|tool_arg:start|>city<|tool_arg:value|>Oslo\n<|tool_call:end|>',
			bad,
		],
		['cut', '<|tool_call:start|>get_weather\n<|tool_arg:start|>city<|tool_arg:value|>Os', cut],
	),
	...of('solar-open', [
		'single quotes',
		"<|tool_call:begin|>a1<|tool_call:name|>get_weather<|tool_call:args|>{'city': 'Oslo'}<|tool_call:end|>",
		oslo,
	]),
	...of(
		'plamo',
		[
			'one request alone',
			'<|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>get_weather<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|>{"city": "Oslo",}<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|>',
			oslo,
		],
		[
			'cut',
			'<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>get_weather<|plamo:end_tool_name:plamo|>',
			cut,
		],
	),
	...of('step3', [
		'one call without its section',
		'<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Oslo</steptml:parameter></steptml:invoke><｜tool_call_end｜>',
		oslo,
	]),
	...of(
		'gigachat',
		[
			'as an older template writes it',
			'function call<|role_sep|>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}</s>',
			oslo,
		],
		['cut', '<|function_call|>{"name": "get_weather", "arguments": {"ci', cut],
	),
	...of('inkling', [
		'without its header',
		'<|content_invoke_tool_json|>{"name": "get_weather", "args": {"city": "Oslo"}}<|end_message|>',
		oslo,
	]),
	...of(
		'glm-flash',
		[
			'behind the name of its group',
			'<tool_call>Weather/get_weather>{"city": "Oslo"}</tool_call>',
			oslo,
		],
		['cut', '<tool_call>get_weather>{"city": "Os', cut],
	),
	...of(
		'cwm',
		[
			'the text of the only argument',
			'<tool: function>\nrun_command ls -l | wc\n</tool>',
			['run_command', {cmd: 'ls -l | wc'}],
		],
		['no argument where one is needed', '<tool: function>\nget_weather\n</tool>', bad],
	),
	...of('tool-call-marked', [
		'as dots writes it',
		'<dots_function_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</dots_function_call>',
		oslo,
	]),
	...of(
		'hunyuan',
		[
			'with the mark of a model in each tag',
			'<tool_calls:6124c78e>\n<tool_call:6124c78e>get_weather<tool_sep:6124c78e>\n<arg_key:6124c78e>city</arg_key:6124c78e>\n<arg_value:6124c78e>Oslo</arg_value:6124c78e>\n</tool_call:6124c78e>\n</tool_calls:6124c78e>',
			oslo,
		],
		[
			'as Hunyuan 4 writes it',
			'<tool_calls><tool_call>get_weather<arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call></tool_calls>',
			oslo,
		],
		[
			'as K2 Horizon writes it, with types',
			'<ifm|tool_calls>\n<ifm|tool_call>get_weather\n<ifm|arg_key>city</ifm|arg_key><ifm|arg_type>string</ifm|arg_type><ifm|arg_value>Oslo</ifm|arg_value>\n</ifm|tool_call>\n</ifm|tool_calls>',
			oslo,
		],
	),
	...of('dsml', [
		'as GigaChat 3.5 writes it',
		'<｜GCML｜tool_calls>\n<｜GCML｜invoke name="get_weather">\n<｜GCML｜parameter name="city" string="true">Oslo</｜GCML｜parameter>\n</｜GCML｜invoke>\n</｜GCML｜tool_calls>',
		oslo,
	]),
	...of(
		'invoke',
		[
			'as dots writes it',
			'<dots_function_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\n</dots_function_call>',
			oslo,
		],
		[
			'as Muse writes it',
			'<atem:function_calls>\n<atem:invoke name="get_weather">\n<atem:parameter name="city">Oslo</atem:parameter>\n</atem:invoke>\n</atem:function_calls>',
			oslo,
		],
	),
	...of(
		'gemma',
		[
			'two calls in one mark',
			'<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>}call:get_weather{city:<|"|>Bergen<|"|>}<tool_call|>',
			oslo,
			bergen,
		],
		['without its closing mark', '<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>}', oslo],
		['a bracket too many', '<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>}}<tool_call|>', oslo],
		['a bare word', '<|tool_call>call:get_weather{city:Oslo}<tool_call|>', bad],
	),
	...of(
		'hermes',
		[
			'one bracket too few',
			'<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}\n</tool_call>',
			oslo,
		],
		[
			'one bracket too many',
			'<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}}\n</tool_call>',
			oslo,
		],
		[
			'a comma at the end',
			'<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo",}}</tool_call>',
			oslo,
		],
		[
			'single quotes',
			"<tool_call>{'name': 'get_weather', 'arguments': {'city': 'Oslo'}}</tool_call>",
			oslo,
		],
		[
			'no closing tag',
			'<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n',
			oslo,
		],
		[
			'no closing tag, and another call',
			'<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Bergen"}}\n</tool_call>',
			oslo,
			bergen,
		],
		[
			'arguments as a string',
			'<tool_call>{"name": "get_weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}</tool_call>',
			oslo,
		],
		[
			'parameters in place of arguments',
			'<tool_call>{"name": "get_weather", "parameters": {"city": "Oslo"}}</tool_call>',
			oslo,
		],
		[
			'two objects in one tag',
			'<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n{"name": "get_weather", "arguments": {"city": "Bergen"}}\n</tool_call>',
			oslo,
			bergen,
		],
		[
			'a list in the tag',
			'<tool_call>[{"name": "get_weather", "arguments": {"city": "Oslo"}}, {"name": "get_weather", "arguments": {"city": "Bergen"}}]</tool_call>',
			oslo,
			bergen,
		],
		['cut in the arguments', '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Os', cut],
		[
			'cut before the last bracket',
			'<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}',
			cut,
		],
		[
			'a string without an end, and the tag',
			'<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo}}</tool_call>\nThat was it.',
			bad,
		],
		['no name', '<tool_call>{"arguments": {"city": "Oslo"}}</tool_call>', [null, 'unreadable']],
		[
			'a tool that nobody offers',
			'<tool_call>{"name": "launch", "arguments": {}}</tool_call>',
			['launch', 'unreadable'],
		],
		[
			'the name in another case',
			'<tool_call>{"name": "Get_Weather", "arguments": {"city": "Oslo"}}</tool_call>',
			['Get_Weather', {city: 'Oslo'}],
		],
		[
			'after a sentence in the same line',
			'Let me check that.<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>',
			oslo,
		],
		[
			'wrapped in an object of its own',
			'<tool_call>{"type": "function", "function": {"name": "get_weather", "arguments": {"city": "Oslo"}}}</tool_call>',
			oslo,
		],
		[
			'the closing tag inside a string',
			'<tool_call>{"name": "write_file", "arguments": {"path": "a", "content": "see </tool_call>, then"}}</tool_call>',
			['write_file', {path: 'a', content: 'see </tool_call>, then'}],
		],
		[
			'thoughts before it',
			'<think>\nI could call <tool_call>{"name": "list_jobs", "arguments": {}}</tool_call> first.\n</think>\n\n<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>',
			oslo,
		],
		[
			'words in the next line',
			'<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>\nI am waiting for the result.',
			oslo,
		],
	),
	...of(
		'tool-calls-list',
		[
			'the list is not closed',
			'<tool_calls>[{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_calls>',
			oslo,
		],
		[
			'an object in place of the list',
			'<tool_calls>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_calls>',
			oslo,
		],
		[
			'cut',
			'<tool_calls>[{"name": "get_weather", "arguments": {"city": "Oslo"}}, {"name"',
			cut,
			[null, 'cut'],
		],
		[
			'an object a line',
			'<tool_calls>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n{"name": "get_weather", "arguments": {"city": "Bergen"}}\n</tool_calls>',
			oslo,
			bergen,
		],
	),
	...of(
		'nemotron',
		['no closing tag', '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]', oslo],
		['cut', '<TOOLCALL>[{"name": "get_weather", "argu', cut],
	),
	...of(
		'function-call-tag',
		[
			'with a closing tag',
			'<function_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</function_call>',
			oslo,
		],
		[
			'as Glaive writes it',
			'<functioncall> {"name": "get_weather", "arguments": \'{"city": "Oslo"}\'}',
			oslo,
		],
		['cut', '<function_call> {"name": "get_weather", "arguments": {"ci', cut],
	),
	...of(
		'longcat',
		[
			'a comma at the end',
			'<longcat_tool_call>{"name": "get_weather", "arguments": {"city": "Oslo",}}</longcat_tool_call>',
			oslo,
		],
		['cut', '<longcat_tool_call>{"name": "get_weather", "arguments": {"city"', cut],
	),
	...of(
		'qwen3-coder',
		[
			'a parameter is not closed',
			'<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</function>\n</tool_call>',
			oslo,
		],
		[
			'two parameters, the first not closed',
			'<tool_call>\n<function=write_file>\n<parameter=path>\na.txt\n<parameter=content>\nhello\n</parameter>\n</function>\n</tool_call>',
			['write_file', {path: 'a.txt', content: 'hello'}],
		],
		[
			'the function is not closed',
			'<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</tool_call>',
			oslo,
		],
		[
			'JSON in the function',
			'<tool_call>\n<function=get_weather>\n{"city": "Oslo"}\n</function>\n</tool_call>',
			oslo,
		],
		[
			'cut in a value',
			'<tool_call>\n<function=run_command>\n<parameter=cmd>\nrm -rf /tmp/x',
			['run_command', 'cut'],
		],
		[
			'cut behind a value',
			'<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n',
			cut,
		],
		[
			'tags of its own in a value',
			'<tool_call>\n<function=write_file>\n<parameter=path>\nx.md\n</parameter>\n<parameter=content>\nA </parameter> in the text, and </function> too.\n</parameter>\n</function>\n</tool_call>',
			['write_file', {path: 'x.md', content: 'A </parameter> in the text, and </function> too.'}],
		],
		[
			'a whole call inside a value',
			'<tool_call>\n<function=write_file>\n<parameter=path>\nx.md\n</parameter>\n<parameter=content>\nv</function>\n</tool_call>\nend\n</parameter>\n</function>\n</tool_call>',
			['write_file', 'unreadable'],
		],
		[
			'as Seed-OSS writes it',
			'<seed:tool_call>\n<function=get_weather>\n<parameter=city>Oslo</parameter>\n</function>\n</seed:tool_call>',
			oslo,
		],
	),
	...of(
		'function-equals',
		[
			'fields and a closing wrapper',
			'<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>',
			oslo,
		],
		['JSON that is broken', '<function=get_weather>{"city": "Oslo"</function>', oslo],
		['cut', '<function=get_weather>{"city": "Os', cut],
		['not closed', '<function=get_weather>{"city": "Oslo"}', cut],
	),
	...of(
		'dsml',
		[
			'ASCII bars',
			'<|DSML|function_calls>\n<|DSML|invoke name="get_weather">\n<|DSML|parameter name="city" string="true">Oslo</|DSML|parameter>\n</|DSML|invoke>\n</|DSML|function_calls>',
			oslo,
		],
		[
			'doubled bars',
			'<｜｜DSML｜｜tool_calls>\n<｜｜DSML｜｜invoke name="get_weather">\n<｜｜DSML｜｜parameter name="city" string="true">Oslo</｜｜DSML｜｜parameter>\n</｜｜DSML｜｜invoke>\n</｜｜DSML｜｜tool_calls>',
			oslo,
		],
		[
			'bars with spaces',
			'< | DSML | function_calls>\n< | DSML | invoke name="get_weather">\n< | DSML | parameter name="city" string="true">Oslo</ | DSML | parameter>\n</ | DSML | invoke>\n</ | DSML | function_calls>',
			oslo,
		],
		[
			'double lines as bars',
			'<‖DSML‖tool_calls>\n<‖DSML‖invoke name="get_weather">\n<‖DSML‖parameter name="city" string="true">Oslo</‖DSML‖parameter>\n</‖DSML‖invoke>\n</‖DSML‖tool_calls>',
			oslo,
		],
		[
			'no wrapper',
			'<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>',
			oslo,
		],
		[
			'the wrapper is not closed',
			'<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>\n',
			oslo,
		],
		[
			'JSON in the call',
			'<｜DSML｜tool_calls>\n<｜DSML｜invoke name="get_weather">\n{"city": "Oslo"}\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
			oslo,
		],
		[
			'JSON that holds its tags',
			'<｜DSML｜tool_calls>\n<｜DSML｜invoke name="write_file">\n{"path": "a", "content": "</｜DSML｜invoke>\\n</｜DSML｜tool_calls>"}\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
			['write_file', {path: 'a', content: '</｜DSML｜invoke>\n</｜DSML｜tool_calls>'}],
		],
		[
			'no arguments',
			'<｜DSML｜function_calls>\n<｜DSML｜invoke name="list_jobs"/>\n</｜DSML｜function_calls>',
			['list_jobs', {}],
		],
		[
			'the other name of the command',
			'<｜DSML｜function_calls>\n<｜DSML｜invoke name="run_command">\n<｜DSML｜parameter name="command" string="true">ls</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
			['run_command', {cmd: 'ls'}],
		],
		[
			'no word about the type',
			'<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
			oslo,
		],
		[
			'cut',
			'<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Os',
			cut,
		],
		[
			'cut in the second call',
			'<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜para',
			oslo,
			cut,
		],
	),
	...of(
		'invoke',
		[
			'no wrapper',
			'<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>',
			oslo,
		],
		[
			'a prefix',
			'<x:function_calls>\n<x:invoke name="get_weather">\n<x:parameter name="city">Oslo</x:parameter>\n</x:invoke>\n</x:function_calls>',
			oslo,
		],
		[
			'a prefix and no wrapper',
			'<x:invoke name="get_weather">\n<x:parameter name="city">Oslo</x:parameter>\n</x:invoke>',
			oslo,
		],
		[
			'as MiniMax M2 writes it',
			'<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\n</minimax:tool_call>',
			oslo,
		],
		[
			'single quotes',
			"<function_calls>\n<invoke name='get_weather'>\n<parameter name='city'>Oslo</parameter>\n</invoke>\n</function_calls>",
			oslo,
		],
		[
			'a number as text',
			'<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n<parameter name="days">3</parameter>\n</invoke>',
			['get_weather', {city: 'Oslo', days: 3}],
		],
		[
			'the call is not closed',
			'<function_calls>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</function_calls>',
			oslo,
		],
		[
			'cut in a value',
			'<function_calls>\n<invoke name="run_command">\n<parameter name="cmd">rm -rf /home/me/old',
			['run_command', 'cut'],
		],
		[
			'cut behind a value',
			'<function_calls>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n',
			cut,
		],
		[
			'a value on lines of its own',
			'<invoke name="get_weather">\n<parameter name="city">\nOslo\n</parameter>\n</invoke>',
			oslo,
		],
	),
	...of(
		'function-param',
		[
			'a CDATA section',
			'<function name="get_weather"><param name="city"><![CDATA[Oslo]]></param></function>',
			oslo,
		],
		['cut', '<function name="get_weather"><param name="city">Os', cut],
	),
	...of(
		'glm',
		[
			'all in one line',
			'<tool_call>get_weather<arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call>',
			oslo,
		],
		[
			'the name on a line of its own',
			'<tool_call>\nget_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>',
			oslo,
		],
		['no arguments', '<tool_call>list_jobs</tool_call>', ['list_jobs', {}]],
		['cut in a value', '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Os', cut],
		[
			'cut behind a value',
			'<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n',
			cut,
		],
	),
	...of('glm', [
		'as Hunyuan 3 writes it, without its wrapper',
		'<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>',
		oslo,
	]),
	...of('hunyuan', [
		'cut',
		'<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_v',
		cut,
	]),
	...of(
		'kimi',
		[
			'no section',
			'<|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|>',
			oslo,
		],
		[
			'no name space',
			'<|tool_calls_section_begin|><|tool_call_begin|>get_weather:0<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
			oslo,
		],
		[
			'no number',
			'<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
			oslo,
		],
		[
			'a number and no name',
			'<|tool_call_begin|>0<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|>',
			[null, 'unreadable'],
		],
		[
			'the section is not closed',
			'<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|>',
			oslo,
		],
		[
			'cut',
			'<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Os',
			cut,
		],
		[
			'words right before it',
			'Checking now <|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
			oslo,
		],
	),
	...of(
		'deepseek',
		[
			'as V3.1 writes it',
			'<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
			oslo,
		],
		[
			'ASCII bars',
			'<|tool▁calls▁begin|><|tool▁call▁begin|>get_weather<|tool▁sep|>{"city": "Oslo"}<|tool▁call▁end|><|tool▁calls▁end|>',
			oslo,
		],
		[
			'underscores',
			'<｜tool_calls_begin｜><｜tool_call_begin｜>get_weather<｜tool_sep｜>{"city": "Oslo"}<｜tool_call_end｜><｜tool_calls_end｜>',
			oslo,
		],
		[
			'no section',
			'<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Oslo"}\n```<｜tool▁call▁end｜>',
			oslo,
		],
		[
			'two calls',
			'<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Bergen"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
			oslo,
			bergen,
		],
		[
			'a comma at the end',
			'<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo",}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
			oslo,
		],
		[
			'cut',
			'<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"ci',
			cut,
		],
	),
	...of(
		'mistral',
		['with an id', '[TOOL_CALLS]get_weather[CALL_ID]a1b2c3d4e[ARGS]{"city": "Oslo"}', oslo],
		['without its second mark', '[TOOL_CALLS]get_weather{"city": "Oslo"}', oslo],
		['the end of the text token', '[TOOL_CALLS]get_weather[ARGS]{"city": "Oslo"}</s>', oslo],
		['cut', '[TOOL_CALLS]get_weather[ARGS]{"city": "O', cut],
	),
	...of(
		'mistral-list',
		['no space', '[TOOL_CALLS][{"name": "get_weather", "arguments": {"city": "Oslo"}}]', oslo],
		[
			'closed',
			'[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Oslo"}}][/TOOL_CALLS]',
			oslo,
		],
		['cut', '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "O', cut],
	),
	...of('functionary', ['cut', '>>>get_weather\n{"city": "O', cut]),
	...of(
		'granite',
		['a space', '<|tool_call|> [{"name": "get_weather", "arguments": {"city": "Oslo"}}]', oslo],
		[
			'as Phi-4 mini writes it',
			'<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]<|/tool_call|>',
			oslo,
		],
		[
			'an object in place of the list',
			'<|tool_call|>{"name": "get_weather", "arguments": {"city": "Oslo"}}',
			oslo,
		],
		['cut', '<|tool_call|>[{"name": "get_weather", "arg', cut],
	),
	...of(
		'functools',
		[
			'type in place of nothing',
			'functools[{"type": "function", "name": "get_weather", "arguments": {"city": "Oslo"}}]',
			oslo,
		],
		['cut', 'functools[{"name": "get_weather", "argum', cut],
	),
	...of(
		'llama-python-tag',
		[
			'with its end token',
			'<|python_tag|>{"name": "get_weather", "parameters": {"city": "Oslo"}}<|eom_id|>',
			oslo,
		],
		[
			'no semicolon',
			'<|python_tag|>{"name": "get_weather", "parameters": {"city": "Oslo"}}{"name": "get_weather", "parameters": {"city": "Bergen"}}',
			oslo,
			bergen,
		],
		['cut', '<|python_tag|>{"name": "get_weather", "parameters": {', cut],
	),
	...of(
		'command-a',
		[
			'not closed',
			'<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Oslo"}}]',
			oslo,
		],
		[
			'thoughts before it',
			'<|START_THINKING|>I will call get_weather.<|END_THINKING|><|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Oslo"}}]<|END_ACTION|>',
			oslo,
		],
		['cut', '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "para', cut],
	),
	...of(
		'internlm',
		[
			'a space and a line',
			'<|action_start|> <|plugin|>\n{"name": "get_weather", "parameters": {"city": "Oslo"}}\n<|action_end|>',
			oslo,
		],
		['cut', '<|action_start|><|plugin|>\n{"name": "get_weather"', cut],
	),
	...of('lfm-json', ['cut', '<|tool_call_start|>{"name": "get_weather", "argu', cut]),
	...of(
		'apertus',
		['not closed', '<|tools_prefix|>[{"get_weather": {"city": "Oslo"}}]', oslo],
		[
			'a tool that nobody offers',
			'<|tools_prefix|>[{"launch": {"city": "Oslo"}}]<|tools_suffix|>',
			[null, 'unreadable'],
		],
	),
	...of(
		'minimax-m3',
		[
			'spaces behind the mark',
			']<]minimax[>[ <tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Oslo]<]minimax[>[</city>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
			oslo,
		],
		[
			'cut',
			']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="get_weather">]<]minimax[>[<city>Os',
			cut,
		],
	),
	...of(
		'gemma',
		['cut', '<|tool_call>call:get_weather{city:<|"|>Os', cut],
		[
			'a number',
			'<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>,days:3}<tool_call|>',
			['get_weather', {city: 'Oslo', days: 3}],
		],
	),
	...of('function-gemma', ['cut', '<start_function_call>call:get_weather{city:<escape>Os', cut]),
	...of(
		'harmony',
		[
			'in the analysis channel',
			'<|channel|>analysis to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"}<|call|>',
			oslo,
		],
		[
			'the message begins anew',
			'<|channel|>analysis<|message|>I need the weather.<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"}<|call|>',
			oslo,
		],
		[
			'the address before the channel',
			'<|start|>assistant to=functions.get_weather<|channel|>commentary json<|message|>{"city": "Oslo"}<|call|>',
			oslo,
		],
		[
			'not closed',
			'<|channel|>commentary to=functions.get_weather<|message|>{"city": "Oslo"}',
			oslo,
		],
		[
			'cut',
			'<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Os',
			cut,
		],
	),
	...of(
		'harmony-bare',
		['grown together', 'assistantcommentary to=functions.get_weather json{"city": "Oslo"}', oslo],
		['cut', 'commentary to=functions.get_weather json{"ci', cut],
	),
	...of(
		'lfm',
		[
			'JSON in the list',
			'<|tool_call_start|>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]<|tool_call_end|>',
			oslo,
		],
		['single quotes', "<|tool_call_start|>[get_weather(city='Oslo')]<|tool_call_end|>", oslo],
		['cut', '<|tool_call_start|>[get_weather(city="Os', cut],
		['no keyword', '<|tool_call_start|>[get_weather("Oslo")]<|tool_call_end|>', bad],
	),
	...of(
		'llama-pythonic',
		['not closed', '<|python_start|>[get_weather(city="Oslo")]', oslo],
		['cut', '<|python_start|>[get_weather(city="', cut],
	),
	...of(
		'llama-built-in',
		['its end token', '<|python_tag|>get_weather.call(city="Oslo")<|eom_id|>', oslo],
		['cut', '<|python_tag|>get_weather.call(city="Os', cut],
	),
	...of(
		'olmo',
		['two lines', '<function_calls>\nget_weather(city="Oslo")\n</function_calls>', oslo],
		['cut', '<function_calls>\nget_weather(city="Os', cut],
	),
	...of(
		'pythonic',
		[
			'Python words',
			'[search_code(pattern="x", exact=True, options=None)]',
			['search_code', {pattern: 'x', exact: true}],
		],
		['single quotes', "[get_weather(city='Oslo'), get_weather(city='Bergen')]", oslo, bergen],
	),
	...of(
		'escalation',
		[
			'closed, in tags',
			'<require_escalation>\n<command>apt install jq</command>\n<reason>It needs root.</reason>\n</require_escalation>',
			['require_escalation', {command: 'apt install jq', reason: 'It needs root.'}],
		],
		[
			'closed, as JSON',
			'<request_escalation_permission>{"command": "systemctl restart web", "justification": "It hangs."}</request_escalation_permission>',
			['request_escalation_permission', {command: 'systemctl restart web', reason: 'It hangs.'}],
		],
		[
			'bare',
			'I need more rights for this.\n\n<require_escalation>',
			['require_escalation', {command: null, reason: null}],
		],
		[
			'bare, with words',
			'<request_escalation_permission>\nThe folder belongs to root.',
			['request_escalation_permission', {command: null, reason: 'The folder belongs to root.'}],
		],
		[
			'attributes',
			'<require_escalation command="mount /data" reason="It needs root."/>',
			['require_escalation', {command: 'mount /data', reason: 'It needs root.'}],
		],
	),
	...of(
		'bash-block',
		['a command tag', '<bash>\n<command>ls -la</command>\n</bash>', ['bash', {cmd: 'ls -la'}]],
		['a cmd tag', '<bash><cmd>ls -la</cmd></bash>', ['bash', {cmd: 'ls -la'}]],
		['JSON', '<bash>{"cmd": "ls -la"}</bash>', ['bash', {cmd: 'ls -la'}]],
		[
			'another name',
			'<execute_command>\n<command>ls -la</command>\n</execute_command>',
			['execute_command', {cmd: 'ls -la'}],
		],
		['nothing in it', '<bash>\n</bash>', ['bash', 'unreadable']],
		['cut', '<bash>\nrm -rf /var/lib', ['bash', 'cut']],
	),
	...of(
		'explore-agent',
		[
			'a tag in it',
			'<explore_agent>\n<url>https://example.org/</url>\n</explore_agent>',
			['explore_agent', {url: 'https://example.org/'}],
		],
		[
			'words in it',
			'<explore_agent>https://example.org/</explore_agent>',
			['explore_agent', {url: 'https://example.org/'}],
		],
		['cut', '<explore_agent>\n{"url": "https://exa', ['explore_agent', 'cut']],
	),
	...of(
		'tool-tag',
		['JSON in it', '<get_weather>\n{"city": "Oslo"}\n</get_weather>', oslo],
		[
			'the only argument as text',
			'<run_command>\nls -la\n</run_command>',
			['run_command', {cmd: 'ls -la'}],
		],
		[
			'markup in a value',
			'<write_file>\n<path>a.html</path>\n<content>\n<p>Hi</p>\n</content>\n</write_file>',
			['write_file', {path: 'a.html', content: '<p>Hi</p>'}],
		],
		['cut', '<get_weather>\n<city>Os', cut],
	),
	...of(
		'json',
		[
			'the shape of OpenAI',
			'{"id": "call_1", "type": "function", "function": {"name": "get_weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}}',
			oslo,
		],
		[
			'tool_calls around it',
			'{"tool_calls": [{"type": "function", "function": {"name": "get_weather", "arguments": {"city": "Oslo"}}}, {"type": "function", "function": {"name": "get_weather", "arguments": {"city": "Bergen"}}}]}',
			oslo,
			bergen,
		],
		[
			'function_call around it',
			'{"function_call": {"name": "get_weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}}',
			oslo,
		],
		[
			'the shape for several at once',
			'{"tool_uses": [{"recipient_name": "functions.get_weather", "parameters": {"city": "Oslo"}}]}',
			oslo,
		],
		['tool and args', '{"tool": "get_weather", "args": {"city": "Oslo"}}', oslo],
		[
			'action and action_input',
			'{"action": "get_weather", "action_input": {"city": "Oslo"}}',
			oslo,
		],
		['arguments first', '{"arguments": {"city": "Oslo"}, "name": "get_weather"}', oslo],
		[
			'one object a line',
			'{"name": "get_weather", "parameters": {"city": "Oslo"}}\n{"name": "get_weather", "parameters": {"city": "Bergen"}}',
			oslo,
			bergen,
		],
		[
			'semicolons',
			'{"name": "get_weather", "parameters": {"city": "Oslo"}}; {"name": "get_weather", "parameters": {"city": "Bergen"}}',
			oslo,
			bergen,
		],
		['indented', '{\n  "name": "get_weather",\n  "arguments": {\n    "city": "Oslo"\n  }\n}', oslo],
		['a comma at the end', '{"name": "get_weather", "arguments": {"city": "Oslo",},}', oslo],
		['cut', '{"name": "get_weather", "parameters": {"city": "Os', cut],
		['a bracket and nothing else', '{', [null, 'unreadable']],
	),
	...of(
		'json-fence',
		[
			'a language of its own',
			'```tool_call\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```',
			oslo,
		],
		['no language', '```\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```', oslo],
		[
			'a sentence before it',
			'I\'ll look at the weather now:\n\n```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```\n',
			oslo,
		],
		['cut', '```json\n{"name": "get_weather", "arguments": {"city": "Os', cut],
	),
	...of('command-r', [
		'cut',
		'Action: ```json\n[{"tool_name": "get_weather", "parameters": {"ci',
		cut,
	]),
	...of('tool-code', ['cut', '```tool_code\nget_weather(city="Os', cut]),
];
