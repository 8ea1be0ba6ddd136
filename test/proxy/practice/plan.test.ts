import {describe, expect, test} from 'vitest';
import type {NeutralItem, NeutralRequest, NeutralTool} from '../../../source/proxy/neutral.ts';
import {planAnswer, rules} from '../../../source/proxy/practice/plan.ts';
import {introduction} from '../../../source/proxy/practice/rule.ts';

const tool = (
	name: string,
	properties: readonly string[],
	required: readonly string[] = [],
): NeutralTool => ({
	form: 'function',
	name,
	parameters: {
		type: 'object',
		properties: Object.fromEntries(properties.map(each => [each, {type: 'string'}])),
		required,
	},
});
const exec = tool('unified_exec', ['cmd', 'tty'], ['cmd']);
const everything = [
	exec,
	tool('write_stdin', ['session_id', 'chars'], ['session_id']),
	tool('read_file', ['path'], ['path']),
	tool('search_files', ['pattern', 'path'], ['pattern']),
	tool('edit_file', ['path', 'old', 'new'], ['path', 'old', 'new']),
	tool('write_file', ['path', 'content'], ['path', 'content']),
	tool('hop_connect', ['host'], ['host']),
	tool('fetch_url', ['url'], ['url']),
	tool('close_pty_session', ['session_id'], ['session_id']),
];
const user = (text: string): NeutralItem => ({
	type: 'message',
	role: 'user',
	parts: [{type: 'text', text}],
});
const running: readonly NeutralItem[] = [
	user('start python'),
	{
		type: 'call',
		id: 'c0',
		form: 'function',
		name: 'unified_exec',
		arguments: '{"cmd":"python3 -i"}',
	},
	{
		type: 'result',
		id: 'c0',
		form: 'function',
		parts: [{type: 'text', text: '{"success":true,"output":">>> ","session_id":3}'}],
	},
	{type: 'message', role: 'assistant', parts: [{type: 'text', text: 'It runs.'}]},
];

describe('a call is made for', () => {
	const cases: readonly (readonly [string, string, object])[] = [
		['what is in this folder?', 'unified_exec', {cmd: 'ls -la'}],
		["What's in this directory", 'unified_exec', {cmd: 'ls -la'}],
		['please list all files', 'unified_exec', {cmd: 'ls -la'}],
		['ls -lh', 'unified_exec', {cmd: 'ls -lh'}],
		['run npm test', 'unified_exec', {cmd: 'npm test'}],
		['Run: `echo "a b"`', 'unified_exec', {cmd: 'echo "a b"'}],
		['$ git log --oneline | head', 'unified_exec', {cmd: 'git log --oneline | head'}],
		['execute Make ALL', 'unified_exec', {cmd: 'Make ALL'}],
		['run printf "a\nb"', 'unified_exec', {cmd: 'printf "a\nb"'}],
		['read README.md', 'read_file', {path: 'README.md'}],
		['read the file source/a b.ts?', 'none', {}],
		['show me ./package.json.', 'read_file', {path: './package.json'}],
		['open README', 'read_file', {path: 'README'}],
		['search for TODO', 'search_files', {pattern: 'TODO', path: '.'}],
		['search for "two words" in source', 'search_files', {pattern: 'two words', path: 'source'}],
		[
			'replace “a b” with “c d” in notes.txt',
			'edit_file',
			{path: 'notes.txt', old: 'a b', new: 'c d'},
		],
		['write hello to greeting.txt', 'write_file', {path: 'greeting.txt', content: 'hello\n'}],
		['create a file x.txt with one two', 'write_file', {path: 'x.txt', content: 'one two\n'}],
		['start python', 'unified_exec', {cmd: 'python3 -i', tty: true}],
		['compute 2+3', 'unified_exec', {cmd: "python3 -c 'print(2+3)'"}],
		['what is 6 * 7?', 'unified_exec', {cmd: "python3 -c 'print(6 * 7)'"}],
		['connect to ada@far', 'hop_connect', {host: 'ada@far'}],
		['fetch https://example.org/a?b=c', 'fetch_url', {url: 'https://example.org/a?b=c'}],
		['wait 2.5 seconds', 'unified_exec', {cmd: 'sleep 2.5'}],
		['fail', 'unified_exec', {cmd: "sh -c 'echo this fails on purpose >&2; exit 3'"}],
	];
	test.each(cases)('%s', (words, name, given) => {
		const {call} = plan([user(words)]);
		expect(call?.name ?? 'none').toBe(name);
		expect(JSON.parse(call?.arguments ?? '{}')).toEqual(given);
	});

	test.each([
		['compute 2+3', 'write_stdin', {session_id: 3, chars: '2+3\n'}],
		['type print("hi")', 'write_stdin', {session_id: 3, chars: 'print("hi")\n'}],
		['check the session', 'write_stdin', {session_id: 3}],
		['press ctrl-c', 'write_stdin', {session_id: 3, chars: '\u0003'}],
		['close the session', 'close_pty_session', {session_id: 3}],
	])('%s, while a session runs', (words, name, given) => {
		const {call} = plan([...running, user(words)]);
		expect(call?.name).toBe(name);
		expect(JSON.parse(call?.arguments ?? '{}')).toEqual(given);
	});
});

describe('no call is made for', () => {
	test.each([
		'run the tests',
		'hello',
		'what can you do?',
		'who are you?',
		'thanks',
		'count to 3',
		'talk slowly',
		'show me some Markdown',
		'edit notes.txt',
		'type x',
		'tell me a story',
		'',
	])('%s', words => {
		const {call, say} = plan([user(words)]);
		expect(call ?? null).toBeNull();
		expect(say.length).toBeGreaterThan(10);
	});
});

describe('with other tools', () => {
	const cases: readonly (readonly [string, string, readonly NeutralTool[], string, object])[] = [
		[
			'another client’s shell',
			'run ls',
			[tool('bash', ['command', 'description'], ['command', 'description'])],
			'bash',
			{command: 'ls', description: 'The user asked for it.'},
		],
		[
			'a client whose tools begin with a capital',
			'run ls',
			[tool('Bash', ['command', 'timeout'], ['command'])],
			'Bash',
			{command: 'ls'},
		],
		[
			'an editor of files that begins with a capital',
			'replace “a b” with “c” in x.txt',
			[tool('Edit', ['file_path', 'old_string', 'new_string', 'replace_all'])],
			'Edit',
			{file_path: 'x.txt', old_string: 'a b', new_string: 'c'},
		],
		[
			'a shell that takes words',
			'run ls',
			[
				{
					form: 'function',
					name: 'shell',
					parameters: {properties: {command: {type: 'array'}}, required: ['command']},
				},
			],
			'shell',
			{command: ['bash', '-lc', 'ls']},
		],
		[
			'a listing tool alone',
			'list the files',
			[tool('list_files', ['path'])],
			'list_files',
			{path: '.'},
		],
		[
			'no reading tool',
			"read it's.txt",
			[exec],
			'unified_exec',
			{cmd: String.raw`cat -- 'it'\''s.txt'`},
		],
		[
			'no searching tool',
			'search for a; rm -rf /',
			[exec],
			'unified_exec',
			{cmd: "grep -rn -- 'a; rm -rf /' ."},
		],
		[
			'another editor',
			'replace a with b in c.txt',
			[tool('edit', ['filePath', 'oldString', 'newString'], ['filePath'])],
			'edit',
			{filePath: 'c.txt', oldString: 'a', newString: 'b'},
		],
		[
			'a patch function',
			'replace a with b in c.txt',
			[tool('apply_patch', ['patch'])],
			'apply_patch',
			{patch: '*** Begin Patch\n*** Update File: c.txt\n@@\n-a\n+b\n*** End Patch'},
		],
	];
	test.each(cases)('%s', (_, words, tools, name, given) => {
		const {call} = plan([user(words)], tools);
		expect(call?.name).toBe(name);
		expect(JSON.parse(call?.arguments ?? '{}')).toEqual(given);
	});

	test('a free-text patch', () => {
		const {call} = plan(
			[user('replace a with b in c.txt')],
			[{form: 'custom', name: 'apply_patch'}],
		);
		expect(call).toMatchObject({form: 'custom', arguments: expect.stringMatching(/^\*\*\* Begin/)});
	});

	test.each(['run ls', 'list the files', 'read a.txt', 'connect to far', 'fetch https://a.b'])(
		'%s without any tool says that it can not',
		words => {
			const {call, say} = plan([user(words)], []);
			expect(call ?? null).toBeNull();
			expect(say).toMatch(/not? .*offered in this conversation/);
		},
	);
});

describe('who it is', () => {
	test('it says in its first answer, whatever was asked, and with a call as well', () => {
		for (const words of [
			'what is in this folder?',
			'hello',
			'count to 3',
			'blah blah',
			'who are you?',
		]) {
			const {say} = plan([user(words)]);
			expect(say.split(introduction)).toHaveLength(2);
		}
	});

	test('it does not say again in later ones, unless asked or lost', () => {
		expect(plan([...running, user('count to 3')]).say).not.toContain(introduction);
		expect(plan([...running, user('are you ChatGPT?')]).say).toContain(introduction);
		expect(plan([...running, user('write me a poem')]).say).toContain(introduction);
	});

	test('its help names only what the tools allow', () => {
		expect(plan([user('help')], []).say).not.toContain('run git status');
		expect(plan([user('help')], [exec]).say).toContain('- run git status');
		expect(plan([user('help')], [exec]).say).not.toContain('connect to');
		expect(plan([user('help')]).say).toContain('- connect to user@host');
	});
});

test('each example of a rule is understood by that rule first', () => {
	for (const rule of rules) {
		for (const example of rule.examples) {
			const first = rules.find(({pattern}) => pattern.test(example));
			expect([example, first?.name]).toEqual([example, rule.name]);
		}
	}
});

test('the last part of a message is what the user wrote', () => {
	const parts = [
		{type: 'text', text: '<context>run rm</context>'},
		{type: 'text', text: 'run ls'},
	] as const;
	const {call} = plan([{type: 'message', role: 'user', parts}]);
	expect(call?.arguments).toBe('{"cmd":"ls"}');
});

test('the same conversation gets the same answer', () => {
	expect(plan([user('what is in this folder?')])).toEqual(plan([user('what is in this folder?')]));
});

function plan(items: readonly NeutralItem[], tools: readonly NeutralTool[] = everything) {
	const request: NeutralRequest = {
		model: 'practice',
		stream: true,
		instructions: '',
		items,
		tools,
		toolChoice: 'auto',
		options: {},
		notices: [],
	};
	return planAnswer(request);
}
