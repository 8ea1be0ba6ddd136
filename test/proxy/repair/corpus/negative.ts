/**
 * Replies that are no attempt at a call, however much they look like one. Each names tools that are
 * on offer where it can, so that a wrong reading would run something.
 */
const hermes =
	'<tool_call>\n{"name": "run_command", "arguments": {"cmd": "rm -rf build"}}\n</tool_call>';
const hermesLine =
	'<tool_call>{"name": "run_command", "arguments": {"cmd": "rm -rf build"}}</tool_call>';
const invoke =
	'<function_calls>\n<invoke name="run_command">\n<parameter name="cmd">rm -rf build</parameter>\n</invoke>\n</function_calls>';
const qwen =
	'<tool_call>\n<function=run_command>\n<parameter=cmd>\nrm -rf build\n</parameter>\n</function>\n</tool_call>';
const dsml =
	'<｜DSML｜function_calls>\n<｜DSML｜invoke name="run_command">\n<｜DSML｜parameter name="cmd" string="true">rm -rf build</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>';
const kimi =
	'<|tool_calls_section_begin|><|tool_call_begin|>functions.run_command:0<|tool_call_argument_begin|>{"cmd": "rm -rf build"}<|tool_call_end|><|tool_calls_section_end|>';
const glm =
	'<tool_call>run_command\n<arg_key>cmd</arg_key>\n<arg_value>rm -rf build</arg_value>\n</tool_call>';
const mistral = '[TOOL_CALLS]run_command[ARGS]{"cmd": "rm -rf build"}';
const object = '{"name": "run_command", "arguments": {"cmd": "rm -rf build"}}';
const bash = '<bash>\nrm -rf build\n</bash>';
const blocks: Readonly<Record<string, string>> = {
	hermes,
	invoke,
	qwen,
	dsml,
	kimi,
	glm,
	mistral,
	object,
	bash,
	python: '[run_command(cmd="rm -rf build")]',
	tag: '<run_command>\n<cmd>rm -rf build</cmd>\n</run_command>',
	harmony:
		'<|channel|>commentary to=functions.run_command <|constrain|>json<|message|>{"cmd": "rm -rf build"}<|call|>',
};
const quoted = (text: string) => text.replace(/^/gm, '> ');
const indented = (text: string) => text.replace(/^/gm, '    ');
const oneLine = (text: string) => text.replace(/\n/g, ' ');

type Negative = readonly [title: string, text: string];

function everyBlock(title: string, show: (block: string) => string): readonly Negative[] {
	return Object.entries(blocks).map(([name, block]) => [`${title}: ${name}`, show(block)]);
}

const shown: readonly Negative[] = [
	...everyBlock(
		'in a code fence',
		block => `Models write calls so:\n\n\`\`\`\n${block}\n\`\`\`\n\nThe server reads them.`,
	),
	...everyBlock(
		'in a fence with a language',
		block => `\`\`\`xml\n${block}\n\`\`\`\n\nThat is the markup.`,
	),
	...everyBlock('in a fence of tildes', block => `~~~text\n${block}\n~~~\nThat is the markup.`),
	...everyBlock(
		'in a quotation',
		block => `The page says:\n\n${quoted(block)}\n\nI would not do that.`,
	),
	...everyBlock('in inline code', block => `The markup is \`${oneLine(block)}\` and nothing else.`),
	...everyBlock('announced as an example', block => `For example:\n\n${block}\n\nDon't run it.`),
	...everyBlock(
		'in thoughts',
		block =>
			`<think>\nI could write\n${block}\nbut should not.\n</think>\n\nI won't delete anything.`,
	),
	...everyBlock(
		'in what a tool is made to have said',
		block => `<tool_response>\n${block}\n</tool_response>\n\nThat is in the file.`,
	),
	...everyBlock(
		'folded away',
		block => `<details>\n<summary>The call</summary>\n\n${block}\n\n</details>`,
	),
	...everyBlock(
		'as a turn of a conversation',
		block => `It went so.\n\nuser:\nclean up\n\nassistant:\n${block}\n\ntool:\nok`,
	),
	...everyBlock(
		'in a transcript',
		block => `The transcript of that session:\n\n${block}\n\nNothing was deleted.`,
	),
	...everyBlock(
		'as what a log says',
		block => `2026-01-05 12:00:01 INFO model said: ${oneLine(block)}`,
	),
];

const fenced: readonly Negative[] = [
	[
		'a fenced object, and words after it',
		`\`\`\`json\n${object}\n\`\`\`\n\nThis is what the request looks like.`,
	],
	['a fenced object as an example', `A call looks like this:\n\n\`\`\`json\n${object}\n\`\`\``],
	['a fenced object after the word format', `The format is:\n\`\`\`json\n${object}\n\`\`\``],
	[
		'a fenced object of an unknown name',
		'```json\n{"name": "Ada", "arguments": {"about": "logic"}}\n```',
	],
	[
		'a fenced object with more in it',
		'```json\n{"name": "run_command", "arguments": {"cmd": "ls"}, "description": "Lists files"}\n```',
	],
	['a fenced shell command', 'Run this:\n\n```bash\nrm -rf build\n```'],
	['a fenced console session', '```console\n$ rm -rf build\n$ ls\n```'],
	['a fenced configuration', '```json\n{"name": "run_command", "version": "1.0.0"}\n```'],
	['a fence inside a list', `1. First\n\n   \`\`\`\n   ${hermesLine}\n   \`\`\`\n2. Second`],
	['a longer fence around a fence', `\`\`\`\`md\n\`\`\`json\n${object}\n\`\`\`\n\`\`\`\``],
	['a fence that is never closed', `See:\n\n\`\`\`\n${hermes}`],
	['Python that calls the tool', '```python\nresult = run_command(cmd="ls")\nprint(result)\n```'],
];

const prose: readonly Negative[] = [
	['plain words', 'The build is green and all tests pass.'],
	['nothing', ''],
	['only space', '\n\n  \n'],
	['a report of a quoted command', 'I removed it with `rm -rf build` and the tests pass now.'],
	['a link', 'See [the manual](https://example.org/run_command?name=x) for more.'],
	['a bare address', 'It is at https://example.org/a[1]{x}<y>.'],
	['an offer', 'Let me know if I should run `npm test` again!'],
	['a question', 'Shall I call run_command with "rm -rf build"?'],
	['a refusal', "I won't run rm -rf / for you."],
	['a mention of the tag', 'Models wrap calls in <tool_call> and </tool_call> tags.'],
	['a mention of the tag at a line start', '<tool_call> is the tag that Hermes uses.'],
	['a mention of invoke', 'An <invoke name="x"> element holds parameters.'],
	['a mention of a block', '<bash> blocks are not run here.'],
	['a mention of the token', 'The token [TOOL_CALLS] begins a list.'],
	['a mention of a special token', 'DeepSeek writes <｜tool▁calls▁begin｜> first.'],
	['a mention of the token at a line start', '[TOOL_CALLS] begins a list of calls.'],
	[
		'a mention of invoke at a line start',
		'<invoke name="run_command"> begins a call, and a section follows it.',
	],
	['a mention of a function at a line start', '<function=run_command> begins a call.'],
	[
		'a mention of DeepSeek at a line start',
		'<｜tool▁call▁begin｜> is the token before a call, and it has a sibling.',
	],
	[
		'a mention of Kimi at a line start',
		'<|tool_call_begin|> is the token before a call, and it has a sibling.',
	],
	['a mention of an escalation', '<require_escalation> is how some models ask for more rights.'],
	['a mention of an explorer', '<explore_agent> is a tag that some models write.'],
	['the tag with words for JSON', '<tool_call>{json}</tool_call>'],
	[
		'what another model prints',
		`Here is what Hermes prints\n\n${hermesLine}\n\nand the server reads it.`,
	],
	['a chapter with an example', `## Example\n\n${hermes}\n\nThat was it.`],
	['a mention of functools', 'functools is a module of Python; functools.partial is useful.'],
	['a mention of DSML', 'The tag <｜DSML｜ invokes> does not exist.'],
	['the tag in a sentence', `The model writes ${hermesLine} and the server reads it.`],
	['the tag in quotation marks', `It wrote "${hermesLine}" and stopped.`],
	['the tag in brackets', `The markup (${hermesLine}) is Hermes'.`],
	['the tag after a colon', `The syntax is: ${hermesLine}`],
	['the tag in a list', `- ${hermesLine}\n- and nothing else`],
	['the tag in a numbered list', `1. ${hermesLine}\n2. wait`],
	['the tag in a table', `| format | sample |\n|---|---|\n| Hermes | ${hermesLine} |`],
	['the tag, and words after it in the line', `${hermesLine} is what you must not write.`],
	['a heading about it', `## ${hermesLine}\n\nThis chapter is about calls.`],
	['indented code', `The old prompt:\n\n${indented(hermes)}\n\nIt was replaced.`],
	['the line after a quotation', `> The model wrote:\n${hermesLine}`],
	['two examples in a row', `For example:\n\n${hermesLine}\n${hermesLine}\n\nThat is all.`],
	['inline code over a line break', `Write \`${hermes}\` there.`],
	[
		'inline code with a line of its own in it',
		`It is \`as follows\n${hermesLine}\nin that file\` now.`,
	],
	['inline code that has a sentence', `It is \`Done. ${hermesLine}\` there.`],
	['double backticks', `Write \`\`${hermesLine}\`\` there.`],
	['in a code element', `<code>${hermesLine}</code>`],
	['in a pre element', `<pre>\n${hermes}\n</pre>`],
	['in an example element', `<example>\n${hermes}\n</example>`],
	['in a comment', `<!-- ${hermesLine} -->\nDone.`],
	['entities', 'Write &lt;tool_call&gt;{"name": "run_command"}&lt;/tool_call&gt; there.'],
	[
		'an essay about XML',
		'XML has elements. An element <a> may hold <b>text</b>, and attributes such as <c d="e"/>. A parser reads <function> like any other name.',
	],
	[
		'a how-to',
		'To clean up:\n\n1. Run `rm -rf build`.\n2. Run `npm ci`.\n3. Call run_command(cmd="ls") from the console.',
	],
	['a tool in a sentence', 'run_command(cmd="rm -rf build") would delete the folder.'],
	['a call on its own line', 'run_command(cmd="ls")'],
	['steps to come', 'Next I will read the file src/main.ts and then run the tests.'],
	['less and greater', 'If a < b and b > c then [a, b] is {not} empty.'],
	['an arrow', 'a -> b <- c <-> d'],
	['a type', 'const map: Map<string, Array<number>> = new Map();'],
	['a smiley', 'Done <3 [x] {y} `z` >:)'],
	[
		'the final channel',
		`<|channel|>final<|message|>The markup is\n${hermesLine}\nand it is not run.<|return|>`,
	],
	[
		'the analysis channel',
		`<|channel|>analysis<|message|>I might write\n${hermesLine}\nlater.<|end|>`,
	],
];

const data: readonly Negative[] = [
	['an object that is an answer', '{"name": "Ada", "born": 1815}'],
	['an object with an argument key', '{"name": "Ada", "arguments": {"for": "machines"}}'],
	['a list that is an answer', '[{"name": "Ada"}, {"name": "Grace"}]'],
	['a list of numbers', '[1, 2, 3]'],
	['an empty object', '{}'],
	['an empty list', '[]'],
	['a tool without arguments', '{"name": "run_command"}'],
	[
		'a tool and its description',
		'{"name": "run_command", "description": "Runs a command", "parameters": {"type": "object"}}',
	],
	[
		'the offer of a tool',
		'{"type": "function", "function": {"name": "run_command", "description": "Runs a command", "parameters": {"type": "object", "properties": {"cmd": {"type": "string"}}}}}',
	],
	['an object and words after it', `${object}\n\nwould delete the folder.`],
	['an object inside a line', `It sent ${object} to the server.`],
	['an object as an example', `The request would be:\n${object}`],
	['an event log', '{"level": "info", "event": "run_command", "arguments": {"cmd": "ls"}}'],
	['lines of JSON', '{"id": 1, "name": "run_command"}\n{"id": 2, "name": "get_weather"}'],
	['a schema', '{"parameters": {"type": "object"}, "name": "run_command", "strict": true}'],
	[
		'package.json',
		'{\n  "name": "run_command",\n  "version": "1.0.0",\n  "scripts": {"test": "vitest"}\n}',
	],
	['JSON in a sentence at a line start', '{"cmd": "ls"} is the argument.'],
	['YAML', 'name: run_command\narguments:\n  cmd: rm -rf build'],
	['TOML', '[run_command]\ncmd = "rm -rf build"'],
	['a Python list', '[run_command, get_weather]'],
	['a list with a call in words', '[run_command(cmd="ls")] is how Llama writes it.'],
	['a list of calls with unknown arguments', '[run_command(x=1)]'],
	['a link reference', '[run_command]: https://example.org/'],
	['a checkbox', '[ ] run_command\n[x] get_weather'],
	['CSV', 'name,cmd\nrun_command,"rm -rf build"'],
];

const markup: readonly Negative[] = [
	['HTML', '<div class="a"><p>Hello <b>you</b></p><script>run_command()</script></div>'],
	[
		'an HTML page',
		'<!DOCTYPE html>\n<html>\n<head><title>x</title></head>\n<body>\n<search><input name="cmd"></search>\n</body>\n</html>',
	],
	['SVG', '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>'],
	['a details element', '<details>\n<summary>More</summary>\n\nText.\n</details>'],
	[
		'JSX',
		'function App() {\n\treturn <Tool name="run_command" onClick={() => run_command({cmd: "ls"})} />;\n}',
	],
	['a template', '{{ name }} and {% if x %}<tool>{{ x }}</tool>{% endif %}'],
	[
		'a function element of a schema',
		'<function>\n<name>run_command</name>\n<description>Runs</description>\n</function>',
	],
	[
		'a list of tools',
		'<tools>\n{"type": "function", "function": {"name": "run_command"}}\n</tools>',
	],
	['a tool result', '<tool_response>\n{"name": "run_command", "content": "ok"}\n</tool_response>'],
	['a function result', '<function_results>\n<result>ok</result>\n</function_results>'],
	['a tag like a tool, unclosed', '<run_command> is a tag that some clients use.'],
	['a tag like a tool, empty', '<run_command></run_command>'],
	[
		'a tag like a tool, with unknown fields',
		'<run_command>\n<foo>rm -rf build</foo>\n</run_command>',
	],
	[
		'a diff',
		`diff --git a/doc.md b/doc.md\n--- a/doc.md\n+++ b/doc.md\n@@ -1,2 +1,4 @@\n # Calls\n+${hermesLine}\n ${hermesLine}\n-old`,
	],
	['a part of a diff', `@@ -1,2 +1,3 @@\n ${hermesLine}\n+new`],
	[
		'a log',
		'[2026-01-05 12:00:01] run_command started\n[2026-01-05 12:00:02] {"name": "run_command", "arguments": {"cmd": "ls"}} done',
	],
	[
		'a stack trace',
		'Error: bad call\n    at <anonymous>:1:1\n    at run_command (tools.ts:3:7)\n    at [native code]',
	],
	['a shell session', `$ echo '${hermesLine}' > a.txt\n$ cat a.txt`],
	[
		'a prompt of a template',
		'{%- for tool in tools %}\n<tool_call>{{ tool | tojson }}</tool_call>\n{%- endfor %}',
	],
	['a regular expression', '/<tool_call>(.*?)<\\/tool_call>/s matches it.'],
	[
		'source code about it',
		"const opener = '<tool_call>';\nif (text.includes('[TOOL_CALLS]')) {\n\tparse(text);\n}",
	],
	['maths', '$f(x) = [x < 3] \\cdot \\{x\\}$ and $$a_{i} <_{2} b$$'],
	['a citation', 'As shown [1], [2] and {3} <4>.'],
	['key hints', 'Press <Ctrl+C> or [Enter], then {n}.'],
	['generic tags in a row', '<a><b><c><d><e><f><g>'],
	['IRC', '<alice> hi\n<bob> run_command is broken\n<alice> [x] {y}'],
	['an e-mail address', 'Ada <ada@example.org> wrote:\n> hello'],
	['a git conflict', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> branch'],
	['a heredoc', 'cat <<EOF > a.txt\n[x]\nEOF'],
	['a C++ line', 'std::vector<std::pair<int, int>> v{{1, 2}, {3, 4}};'],
];

export const negative: readonly Negative[] = [...shown, ...fenced, ...prose, ...data, ...markup];
