import {formats} from '../../../source/proxy/repair/formats/index.ts';

/** Replies made to be slow to read, or large to keep; each as long as is asked for. */
export const hostile: Readonly<Record<string, (length: number) => string>> = {
	...Object.fromEntries(
		formats.flatMap(({id, sample}) => [
			[`${id}: openers never closed`, repeated(sample.slice(0, openerLength(sample)))],
			[`${id}: calls without their last letter`, repeated(`${sample.slice(0, -1)}\n`)],
			[`${id}: one call after the other`, repeated(`${sample}\n`)],
			[`${id}: one call, then words`, length => `${sample}\n${repeated('plain words ')(length)}`],
		]),
	),
	'less-than signs': repeated('<'),
	'less-than signs on lines': repeated('<\n'),
	brackets: repeated('['),
	'brackets on lines': repeated('[\n'),
	braces: repeated('{'),
	'braces in a call': length => `<tool_call>${repeated('{')(length)}`,
	'lists in a call, nested': length =>
		`<tool_call>{"name": "run_command", "arguments": ${repeated('[')(length)}`,
	'objects in a call, nested': length =>
		`<tool_call>{"name": "run_command", "arguments": ${repeated('{"a":')(length)}`,
	'nested 10,000 deep and closed': length =>
		repeated(
			`<tool_call>{"name": "run_command", "arguments": {"cmd": ${'['.repeat(10_000)}${']'.repeat(10_000)}}}</tool_call>\n`,
		)(length),
	backticks: repeated('`'),
	'backticks and words': repeated('` '),
	'backticks in growing runs': length => {
		let text = '';
		for (let run = 1; text.length < length; run += 1) {
			text += `${'`'.repeat(run)} `;
		}
		return text.slice(0, length);
	},
	tildes: repeated('~'),
	'fences on lines': repeated('```\n'),
	quotations: repeated('> '),
	spaces: repeated(' '),
	'empty lines': repeated('\n'),
	quotes: length => `<tool_call>{"name": "${repeated('"')(length)}`,
	'quotes and spaces': length => `<tool_call>{"name": "${repeated(`"${' '.repeat(200)}`)(length)}`,
	backslashes: length => `<tool_call>{"name": "${repeated('\\')(length)}`,
	'strings that run past the closer': repeated('<tool_call>{"a</tool_call>\n'),
	'strings that go on behind the closer': repeated('<tool_call>{"</tool_call>","'),
	'broken values, never closed': repeated('<tool_call>{"a": <\n'),
	'parameters never closed': length =>
		`<function=run_command>${repeated('<parameter=cmd>')(length)}`,
	'closing tags of parameters': length =>
		`<function=run_command><parameter=cmd>${repeated('</parameter> ')(length)}`,
	'closing tags of calls': length =>
		`<function=run_command><parameter=cmd>${repeated('</function>')(length)}`,
	'sections in a field': length =>
		`<function=run_command><parameter=cmd>${repeated('</function></tool_call>')(length)}`,
	'half tags in a field': length =>
		`<function=run_command><parameter=cmd>${repeated('<parameter=')(length)}`,
	'invokes never closed': length =>
		`<function_calls>\n${repeated('<invoke name="run_command">\n')(length)}`,
	'calls in brackets': repeated('[run_command(cmd='),
	'one line of words and tags': repeated('word <b> word [x] {y} `z` '),
	'bare objects, then words': repeated('{"name": "run_command", "arguments": {"cmd": "ls"}}\nno\n'),
	'bare objects in a row': repeated('{"name": "run_command", "arguments": {"cmd": "ls"}}\n'),
	'regions never closed': repeated('<think>\n'),
	'escalations never closed': repeated('<require_escalation>\n'),
};

function repeated(piece: string): (length: number) => string {
	return length => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

/** As much of a sample as is certainly an opener, and no more than half of it. */
function openerLength(sample: string): number {
	return Math.ceil(sample.length / 2);
}
