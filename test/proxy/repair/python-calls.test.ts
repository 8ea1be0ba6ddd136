import {describe, expect, it} from 'vitest';
import type {Mended, OfferedTool} from '../../../source/proxy/repair/attempt.ts';
import {mend} from '../../../source/proxy/repair/mend.ts';
import {attemptsOf, readPieces} from './read.ts';
import {tools} from './tools.ts';

const shapes: Readonly<Record<string, (calls: string) => string>> = {
	pythonic: calls => `[${calls}]`,
	lfm: calls => `<|tool_call_start|>[${calls}]<|tool_call_end|>`,
	'llama-pythonic': calls => `<|python_start|>[${calls}]<|python_end|>`,
	'llama-built-in': calls => `<|python_tag|>${calls.replace('(', '.call(')}`,
	olmo: calls => `<function_calls>${calls}</function_calls>`,
	'tool-code': calls => `\`\`\`tool_code\n${calls}\n\`\`\``,
};

const programs: readonly string[] = [
	...['name', 'os.environ["X"]', 'f"rm {x}"', "f'rm {x}'", 'b"ls"', '"a" + "b"', '"a" "b"'],
	...['"a"\n\t"b"', '"ab"[:1]', 'get("x")', '"a".format(1)', '"a" % b', '`ls`', "'it's'"],
	...['"echo "hi""', '"say "hi" now"', 'lambda: 1', 'x if y else z', '[c for c in d]'],
	...['"a" or "b"', '("a" "b")', '"ls" # why', '{"a"}', 'path / "x"', '$HOME', 'ls -la'],
	...['"a".join(["b"])', '-"ls"', 'not True', '0x10', '...', '"a"; b', '*words', '["a", b]'],
];
const unbalanced: readonly string[] = [
	...['"ls', 'ls"', "'ls", '"it\'s', '("ls"', '"ls"]', '"""ls', '"a\\"', '"a", b'],
];

function outcomes(text: string, offered: readonly OfferedTool[] = tools): readonly Mended[] {
	return attemptsOf(readPieces([text])).map(attempt => mend(attempt, offered));
}

function callsOf(text: string): readonly unknown[] {
	return outcomes(text).flatMap(one => (one.type === 'call' ? [one.arguments] : []));
}

describe.each(Object.entries(shapes))('an argument of %s', (_, shape) => {
	it.each(programs)('that is no literal is never run, and asked back about: %s', value => {
		const found = outcomes(shape(`run_command(cmd=${value})`));
		expect(found.map(({type}) => type)).toEqual(['unreadable']);
		expect(JSON.stringify(found)).toMatch(/plain value|can't be read|cut off/);
	});

	it.each(unbalanced)('whose quotes or brackets do not balance is never run: %s', value => {
		expect(callsOf(shape(`run_command(cmd=${value})`))).toEqual([]);
	});

	it.each([
		['"ls"', 'ls'],
		["'ls'", 'ls'],
		['"""say "hi" now"""', 'say "hi" now'],
		["'''ls'''", 'ls'],
		['r"a\\d"', 'a\\d'],
		['"a\\tb"', 'a\tb'],
		['"a), b(c=1)]"', 'a), b(c=1)]'],
		['"it\'s"', "it's"],
	])('that is a literal has its value: %s', (value, cmd) => {
		expect(callsOf(shape(`run_command(cmd=${value})`))).toEqual([{cmd}]);
	});
});

describe('a list of calls as Python writes them', () => {
	it('runs the good ones beside one with a piece of program', () => {
		const text = shapes['lfm']!('run_command(cmd=x), run_command(cmd="ls"), get_weather(city=y)');
		expect(outcomes(text).map(({type}) => type)).toEqual(['unreadable', 'call', 'unreadable']);
	});

	it('runs none where a quote that was not escaped may have made one of them', () => {
		const text = shapes['lfm']!('run_command(cmd="echo "), run_command(cmd="rm -rf build")")');
		expect(callsOf(text)).toEqual([]);
	});

	it('has no call whose arguments have no names', () => {
		expect(callsOf(shapes['lfm']!('run_command("ls")'))).toEqual([]);
		expect(callsOf(shapes['lfm']!('list_jobs("ls")'))).toEqual([]);
	});

	it('gives a free-text tool no piece of program as its text', () => {
		const [found] = outcomes(shapes['lfm']!('apply_patch(input=patch)'), [
			{name: 'apply_patch', form: 'custom'},
		]);
		expect(found).toMatchObject({type: 'unreadable'});
	});
});

describe('a value of JSON', () => {
	it.each(['"a" + "b"', '"a" "b"', '"a"\n"b"', '"a" or "b"', '"a" .. "b"', "'a' + 'b'"])(
		'that is a sum of texts is never run as one: %s',
		value => {
			const text = `<tool_call>{"name": "run_command", "arguments": {"cmd": ${value}}}</tool_call>`;
			expect(outcomes(text).map(({type}) => type)).toEqual(['unreadable']);
		},
	);
});
