import {describe, expect, it} from 'vitest';
import type {Attempt, OfferedTool, WrittenArguments} from '../../../source/proxy/repair/attempt.ts';
import {mend} from '../../../source/proxy/repair/mend.ts';

const exec: OfferedTool = {
	name: 'unified_exec',
	form: 'function',
	parameters: {
		type: 'object',
		properties: {
			cmd: {type: 'string'},
			workdir: {type: 'string'},
			timeout_ms: {type: 'integer'},
			login: {type: 'boolean'},
			env: {type: 'object'},
			columns: {type: ['integer', 'null']},
		},
		required: ['cmd'],
	},
};
const read: OfferedTool = {
	name: 'read_file',
	form: 'function',
	parameters: {
		type: 'object',
		properties: {path: {type: 'string'}, lines: {type: 'array', items: {type: 'integer'}}},
		required: ['path'],
	},
};
const write: OfferedTool = {
	name: 'write_file',
	form: 'function',
	parameters: {
		type: 'object',
		properties: {path: {type: 'string'}, content: {type: 'string'}},
		required: ['path', 'content'],
	},
};
const codexShell: OfferedTool = {
	name: 'shell',
	form: 'function',
	parameters: {
		type: 'object',
		properties: {command: {type: 'array', items: {type: 'string'}}, workdir: {type: 'string'}},
		required: ['command'],
		additionalProperties: false,
	},
};
const fetchUrl: OfferedTool = {
	name: 'fetch_url',
	form: 'function',
	parameters: {type: 'object', properties: {url: {type: 'string'}}, required: ['url']},
};
const todo: OfferedTool = {
	name: 'todo_write',
	form: 'function',
	parameters: {
		type: 'object',
		properties: {
			todos: {
				type: 'array',
				items: {
					type: 'object',
					properties: {
						text: {type: 'string'},
						state: {type: 'string', enum: ['open', 'done']},
					},
					required: ['text'],
				},
			},
		},
		required: ['todos'],
	},
};
const patch: OfferedTool = {name: 'apply_patch', form: 'custom'};
const tools = [exec, read, write, fetchUrl, todo, patch];

function attempt(
	name: string | null,
	written: string | WrittenArguments,
	more: Partial<Attempt> = {},
): Attempt {
	const given: WrittenArguments =
		typeof written === 'string' ? {type: 'json', text: written} : written;
	const raw = 'text' in given ? given.text : JSON.stringify(given.fields);
	return {format: 'hermes', name, arguments: given, isWhole: true, raw, ...more};
}

function argumentsOf(name: string | null, written: string | WrittenArguments, offered = tools) {
	const mended = mend(attempt(name, written), offered);
	return mended.type === 'call' ? mended.arguments : mended;
}

const readable: readonly [title: string, written: string, wanted: object][] = [
	['single quotes', `{'cmd': 'ls -l'}`, {cmd: 'ls -l'}],
	['a Python literal', `{"cmd": "ls", "login": True}`, {cmd: 'ls', login: true}],
	['None, which means nothing', `{'cmd': 'ls', 'workdir': None}`, {cmd: 'ls'}],
	['a trailing comma', `{"cmd": "ls",}`, {cmd: 'ls'}],
	['names without quotes', `{cmd: "ls", login: false}`, {cmd: 'ls', login: false}],
	['a raw line break', '{"cmd": "cat <<X\nhi\nX"}', {cmd: 'cat <<X\nhi\nX'}],
	['quotes that were not escaped', `{"cmd": "echo "hi" there"}`, {cmd: 'echo "hi" there'}],
	['an apostrophe in single quotes', `{'cmd': 'echo it's'}`, {cmd: "echo it's"}],
	[
		'JSON inside quotes',
		`{"cmd": "python -c "print({"a": 1})""}`,
		{cmd: 'python -c "print({"a": 1})"'},
	],
	['a missing bracket', `{"cmd": "ls"`, {cmd: 'ls'}],
	['missing brackets', `{"cmd": "ls", "env": {"A": "b"`, {cmd: 'ls', env: {A: 'b'}}],
	['a surplus bracket', `{"cmd": "ls"}}`, {cmd: 'ls'}],
	['a lone backslash', `{"cmd": "grep \\d+ a"}`, {cmd: 'grep \\d+ a'}],
	['a text around the object', `"{\\"cmd\\": \\"ls\\"}"`, {cmd: 'ls'}],
	['escapes without the text around them', `{\\"cmd\\": \\"ls\\"}`, {cmd: 'ls'}],
	['a doubled command', `{"cmd": "{\\"cmd\\": \\"ls\\"}"}`, {cmd: 'ls'}],
	[
		'a command that is wrapped three times',
		JSON.stringify({cmd: JSON.stringify({cmd: JSON.stringify({cmd: 'ls -l'})})}),
		{cmd: 'ls -l'},
	],
	[
		'a doubled command beside another parameter',
		JSON.stringify({cmd: JSON.stringify({command: 'ls'}), timeout_ms: 5}),
		{timeout_ms: 5, cmd: 'ls'},
	],
	['a doubled command with unescaped quotes', `{"cmd": "{"cmd": "ls"}"}`, {cmd: 'ls'}],
	['the whole call', `{"name": "unified_exec", "arguments": {"cmd": "ls"}}`, {cmd: 'ls'}],
	['one name around all of it', `{"input": {"cmd": "ls"}}`, {cmd: 'ls'}],
	['a list of one', `[{"cmd": "ls"}]`, {cmd: 'ls'}],
	['the other usual name', `{"command": "ls"}`, {cmd: 'ls'}],
	['another way to join words', `{"cmd": "ls", "timeoutMs": 5}`, {cmd: 'ls', timeout_ms: 5}],
	['the same said twice', `{"cmd": "ls", "command": "ls"}`, {cmd: 'ls'}],
	['a number as a text', `{"cmd": "ls", "timeout_ms": "500"}`, {cmd: 'ls', timeout_ms: 500}],
	['an object as a text', `{"cmd": "ls", "env": "{\\"A\\": 1}"}`, {cmd: 'ls', env: {A: 1}}],
	['a fence around it', '```json\n{"cmd": "ls"}\n```', {cmd: 'ls'}],
];

const unreadable: readonly [title: string, name: string, written: string, why: RegExp][] = [
	['nothing where a command is needed', 'unified_exec', '', /"cmd" is required/],
	['an empty command', 'unified_exec', '{"cmd": " "}', /"cmd" is empty/],
	['a command that is a brace', 'unified_exec', '{"cmd": "{"}', /begins with a brace/],
	['a command that is an empty object', 'unified_exec', '{"cmd": "{}"}', /begins with a brace/],
	['a command of JSON', 'unified_exec', '{"cmd": "{\\"a\\": 1}"}', /begins with a brace/],
	['a command of markup', 'unified_exec', '{"cmd": "<cmd></cmd>"}', /only markup/],
	['a text without its end', 'unified_exec', '{"cmd": "rm -rf /tmp/x', /can't be read/],
	[
		'a bracket that may have stood elsewhere',
		'unified_exec',
		'{"cmd": "ls", "env": {"A": "b", "workdir": "/x"}',
		/can't be read/,
	],
	['a number that may go on', 'unified_exec', '{"cmd": "ls", "timeout_ms": 5', /can't be read/],
	[
		'two ways to read quotes',
		'unified_exec',
		'{"cmd": "echo "x", "workdir": "/tmp"}',
		/not in one way only/,
	],
	['two values for one name', 'unified_exec', `{'cmd': 'ls', 'cmd': 'rm'}`, /can't be read/],
	[
		'two values for two names of one thing',
		'unified_exec',
		'{"cmd": "ls", "command": "rm"}',
		/"command" is not a parameter/,
	],
	[
		'a name that is not known',
		'unified_exec',
		'{"cmd": "ls", "dry_run": true}',
		/"dry_run" is not/,
	],
	['a time without its unit', 'unified_exec', '{"cmd": "ls", "timeout": 5}', /"timeout" is not/],
	['a wrong type', 'unified_exec', '{"cmd": "ls", "timeout_ms": "soon"}', /a whole number/],
	['a list for a line', 'unified_exec', '{"cmd": ["echo", "a b"]}', /must be a string/],
	['backslashes of two kinds', 'unified_exec', '{"cmd": "grep \\d+\\n"}', /can't be read/],
	['a tool that is not there', 'delete_all', '{}', /There is no tool "delete_all"/],
	[
		'a choice that is none',
		'todo_write',
		'{"todos": [{"text": "a", "state": "x"}]}',
		/one of "open"/,
	],
	['what is missing inside', 'todo_write', '{"todos": [{}]}', /"todos\[0\]\.text" is required/],
];

describe('mending a call', () => {
	it.each(readable)('reads arguments with %s', (_, written, wanted) => {
		const mended = mend(attempt('unified_exec', written), tools);
		expect(mended).toMatchObject({type: 'call', name: 'unified_exec', arguments: wanted});
		expect(mended.type === 'call' && Object.keys(mended.arguments)).toEqual(Object.keys(wanted));
		expect(mended.type === 'call' && mended.changes.length).toBeGreaterThan(0);
	});

	it.each(unreadable)('does not make a call of %s', (_, name, written, why) => {
		const mended = mend(attempt(name, written), tools);
		expect(mended).toMatchObject({type: 'unreadable', why: expect.stringMatching(why)});
	});

	it('leaves a call alone that is well-formed', () => {
		const given = {cmd: 'echo "\\n{}" \'<a>\'', workdir: '/tmp', timeout_ms: 1, columns: null};
		const mended = mend(attempt('unified_exec', JSON.stringify(given)), tools);
		expect(mended).toEqual({type: 'call', name: 'unified_exec', arguments: given, changes: []});
	});

	it('never completes what was cut off, however whole it looks', () => {
		const cut = attempt('unified_exec', '{"cmd": "ls"}', {isWhole: false});
		expect(mend(cut, tools)).toMatchObject({type: 'unreadable', code: 'cut-off'});
	});

	it('says before and after of each change', () => {
		const mended = mend(attempt('Unified_Exec', `{'command': 'ls'}`), tools);
		expect(mended).toMatchObject({
			changes: [
				'tool name: Unified_Exec → unified_exec',
				`JSON: {'command': 'ls'} → {"command":"ls"} (single quotes)`,
				'parameter name: command → cmd',
			],
		});
	});

	it('keeps an escape that stands inside quotes, and every letter', () => {
		const written = JSON.stringify({cmd: 'printf "a\\n" é 日本 😀'});
		expect(argumentsOf('unified_exec', `${written.slice(0, -1)},}`)).toEqual({
			cmd: 'printf "a\\n" é 日本 😀',
		});
	});

	it('keeps a file that happens to hold JSON of the same name', () => {
		const given = {path: 'a.json', content: '{"content": "x"}'};
		expect(argumentsOf('write_file', JSON.stringify(given))).toEqual(given);
	});

	it('lets a command begin with a group of the shell', () => {
		expect(argumentsOf('unified_exec', '{"cmd": "{ ls; pwd; }"}')).toEqual({cmd: '{ ls; pwd; }'});
	});
});

describe('finding the tool', () => {
	it.each([
		['UNIFIED_EXEC', 'unified_exec'],
		['functions.unified_exec', 'unified_exec'],
		['unified-exec', 'unified_exec'],
		['bash', 'unified_exec'],
		['Shell', 'unified_exec'],
		['read-file', 'read_file'],
	])('takes %s for %s', (written, name) => {
		const given = name === 'read_file' ? '{"path": "a"}' : '{"cmd": "ls"}';
		expect(mend(attempt(written, given), tools)).toMatchObject({type: 'call', name});
	});

	it('does not choose between two tools that a name may mean', () => {
		const twins = [exec, {...exec, name: 'other_exec'}];
		expect(mend(attempt('bash', '{"cmd": "ls"}'), twins)).toMatchObject({
			type: 'unreadable',
			code: 'unknown-tool',
		});
	});

	it('finds the name inside the object, where the format has none', () => {
		const written = `{"name": "read_file", "arguments": "{\\"path\\": \\"a\\"}"}`;
		expect(argumentsOf(null, written)).toEqual({path: 'a'});
		expect(argumentsOf(null, '{')).toMatchObject({type: 'unreadable', code: 'bare-brace'});
		expect(argumentsOf(null, '{"a": 1}')).toMatchObject({code: 'unknown-format'});
	});

	it('takes an agent that explores a URL for the tool that fetches one', () => {
		const nested = JSON.stringify({prompt: JSON.stringify({url: 'https://a.test/B'})});
		expect(argumentsOf('explore_agent', nested)).toEqual({url: 'https://a.test/B'});
		expect(argumentsOf('explore_agent', '{"prompt": "look around"}')).toMatchObject({
			type: 'unreadable',
		});
		expect(argumentsOf('explore_agent', nested, [exec])).toMatchObject({code: 'explore-agent'});
	});
});

describe('typing fields against the schema', () => {
	const fields = (...pairs: readonly [string, string, ('string' | 'json')?][]) =>
		({
			type: 'fields',
			fields: pairs.map(([name, text, written]) => ({name, text, written})),
		}) as const;

	it('makes of text what the schema wants, without calling it a change', () => {
		const written = fields(
			['cmd', '123'],
			['timeout_ms', '123'],
			['login', 'true'],
			['env', '{"a":"1"}'],
		);
		expect(mend(attempt('unified_exec', written), tools)).toMatchObject({
			arguments: {cmd: '123', timeout_ms: 123, login: true, env: {a: '1'}},
			changes: [],
		});
	});

	it('keeps spaces, braces and line ends of a string', () => {
		const content = '\n  {"a": 1}\n\ttrue ';
		expect(argumentsOf('write_file', fields(['path', '007'], ['content', content]))).toEqual({
			path: '007',
			content,
		});
	});

	it('knows the other name of a parameter, and what the format says of its type', () => {
		const written = fields(['command', '{"a":1}', 'string'], ['timeout_ms', '5', 'json']);
		const mended = mend(attempt('unified_exec', written, {format: 'dsml'}), tools);
		expect(mended).toMatchObject({type: 'unreadable', code: 'suspicious'});
		const good = fields(['command', 'ls', 'string'], ['timeout_ms', '5', 'json']);
		expect(mend(attempt('unified_exec', good, {format: 'dsml'}), tools)).toMatchObject({
			arguments: {cmd: 'ls', timeout_ms: 5},
			code: 'dsml-alias',
		});
	});

	it('refuses a field that is given twice, and one of a wrong type', () => {
		expect(argumentsOf('unified_exec', fields(['cmd', 'a'], ['cmd', 'b']))).toMatchObject({
			why: '"cmd" is given twice.',
		});
		expect(argumentsOf('read_file', fields(['path', 'a'], ['lines', 'one']))).toMatchObject({
			why: '"lines" must be a list, but it is "one".',
		});
	});
});

describe('blocks and free text', () => {
	const body = (text: string) => ({type: 'body', text}) as const;

	it('takes the body of a block for the command', () => {
		expect(argumentsOf('bash', body('\nls -l | wc\n'))).toEqual({cmd: 'ls -l | wc'});
		expect(argumentsOf('bash', body('{"command": "ls"}'))).toEqual({cmd: 'ls'});
		expect(argumentsOf('bash', body('  '))).toMatchObject({code: 'bash-empty'});
		expect(argumentsOf('write_file', body('x'))).toMatchObject({type: 'unreadable'});
	});

	it('makes a shell line of a command where a list of words is wanted', () => {
		expect(argumentsOf('bash', body('ls | wc'), [codexShell])).toEqual({
			command: ['bash', '-lc', 'ls | wc'],
		});
		expect(argumentsOf('shell', '{"cmd": "[\\"ls\\", \\"-l\\"]"}', [codexShell])).toEqual({
			command: ['ls', '-l'],
		});
	});

	it('does not choose where a line may be a list of words as well as a flag', () => {
		const either: OfferedTool = {
			...codexShell,
			parameters: {type: 'object', properties: {command: {type: ['array', 'boolean']}}},
		};
		expect(argumentsOf('shell', '{"command": "true"}', [either])).toMatchObject({
			type: 'unreadable',
		});
	});

	it('hands free text on as it stands', () => {
		const text = '*** Begin Patch\n"x" {\n*** End Patch';
		expect(argumentsOf('apply_patch', body(text))).toEqual({input: text});
		expect(argumentsOf('apply_patch', JSON.stringify({input: text}))).toEqual({input: text});
		expect(argumentsOf('apply_patch', text)).toEqual({input: text});
	});
});

describe('asking for more rights', () => {
	it.each([
		['require_escalation', '{"command": "apt update", "reason": "needs root"}'],
		['request_escalation_permission', '<command>apt update</command><reason>needs root</reason>'],
	])('reads what %s asks for, and never makes it a call', (name, text) => {
		const mended = mend(attempt(name, {type: 'body', text}), tools);
		expect(mended).toEqual({type: 'escalation', command: 'apt update', reason: 'needs root'});
	});

	it('is a question even where nothing is said', () => {
		const mended = mend(attempt('require_escalation', {type: 'body', text: ''}), tools);
		expect(mended).toEqual({type: 'escalation', command: null, reason: null});
	});
});
