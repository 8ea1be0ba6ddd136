import {describe, expect, it} from 'vitest';
import {readReply} from './score.ts';

const a = '{"name": "run_command", "arguments": {"cmd": "a"}}';
const b = '{"name": "run_command", "arguments": {"cmd": "b"}}';
const unknown = '{"name": "nothing_here", "arguments": {}}';
const pythonA = 'run_command(cmd="a")';
const pythonB = 'run_command(cmd="b")';
const tag = `<tool_call>${a}</tool_call>`;

/** The commands of the calls in order, and how many calls the model is asked about. */
function read(text: string): readonly [commands: readonly unknown[], asked: number] {
	const {calls, asked} = readReply([text], {});
	for (const cut of [3, 17, 31, 47, 64, 90].filter(at => at < text.length)) {
		const pieces = [text.slice(0, cut), text.slice(cut)];
		expect(readReply(pieces, {}), `cut at ${cut}`).toEqual({calls, asked});
	}
	return [calls.map(([, given]) => (given as {cmd?: string}).cmd), asked];
}

describe('several calls on several lines', () => {
	it.each([
		['objects', `${a}\n${b}`],
		['objects apart', `${a}\n\n${b}`],
		['objects in a tag', `<tool_call>\n${a}\n${b}\n</tool_call>`],
		['objects behind a token', `[TOOL_CALLS]${a}\n${b}`],
		[
			'tokens',
			`[TOOL_CALLS]run_command[ARGS]{"cmd": "a"}\n[TOOL_CALLS]run_command[ARGS]{"cmd": "b"}`,
		],
		['objects in a fence', `\`\`\`json\n${a}\n${b}\n\`\`\``],
		['fences', `\`\`\`json\n${a}\n\`\`\`\n\n\`\`\`json\n${b}\n\`\`\``],
		['lists of Python', `[${pythonA}]\n[${pythonB}]`],
		['a list of Python that begins on the next line', `[\n${pythonA},\n${pythonB}\n]`],
		[
			'Python behind a token',
			`<|python_tag|>${pythonA.replace('(', '.call(')}\n${pythonB.replace('(', '.call(')}`,
		],
		[
			'Python apart by semicolons',
			`<|python_tag|>${pythonA.replace('(', '.call(')}; ${pythonB.replace('(', '.call(')}`,
		],
		['Python in a section', `<function_calls>\n${pythonA}\n${pythonB}\n</function_calls>`],
		['Python between tokens', `<|tool_call_start|>${pythonA}\n${pythonB}<|tool_call_end|>`],
		['lists between tokens', `<|python_start|>[${pythonA}]\n[${pythonB}]<|python_end|>`],
		['Python in a fence', `\`\`\`tool_code\n${pythonA}\n${pythonB}\n\`\`\``],
		['recipients', '>>>run_command\n{"cmd": "a"}\n>>>run_command\n{"cmd": "b"}'],
	])('are all read: %s', (_, text) => {
		expect(read(text)).toEqual([['a', 'b'], 0]);
	});
});

describe('a call that follows what is no call', () => {
	it.each([
		['thoughts, in the same line', `<think>It would be:</think>${a}`],
		['thoughts, and a list', `<think>hm</think>\n[${a}]`],
		['thoughts whose beginning was not seen, and a list', `I think so.</think>[${a}]`],
		['thoughts, and a list of Python', `</think>[${pythonA}]`],
		['thoughts, and a tag', `<think>x</think>${tag}`],
		['thoughts with an open fence', `<think>\n\`\`\`\nx\n</think>\n${a}`],
		['thoughts with a lone backtick', `<think>\nThe \` key\n</think>\n${a}`],
		['words for the person', `>>>all\nI'll look.\n>>>run_command\n{"cmd": "a"}`],
		['words, with no space', `I'll look.${tag}`],
		['a lone backtick', `I'll press \` once.\n${tag}`],
		['a heading of its own deed', `**Checking the files**\n${tag}`],
		['a plan', `1. look\n2. mend\n\n${tag}`],
		['a line across', `Three files.\n\n---\n\n${tag}`],
	])('is read behind %s', (_, text) => {
		expect(read(text)).toEqual([['a'], 0]);
	});
});

describe('a call beside one that can not be read', () => {
	it.each([
		[
			'no value',
			`<tool_calls>[${a}, {"name": "run_command", "arguments": {"cmd": }}]</tool_calls>`,
		],
		['an unknown tool', `<tool_calls>[${a}, ${unknown}]</tool_calls>`],
		['an unknown tool in a bare list', `[${a}, ${unknown}]`],
		['an unknown tool in a list of Python', `[${pythonA}, nothing_here(x=1)]`],
		['an unknown argument in a list of Python', `[${pythonA}, run_command(bad=1)]`],
		[
			'an empty command on the next line',
			`${a}\n{"name": "run_command", "arguments": {"cmd": ""}}`,
		],
	])('runs, and the other is asked about: %s', (_, text) => {
		expect(read(text)).toEqual([['a'], 1]);
	});
});
