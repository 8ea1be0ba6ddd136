import {describe, expect, it} from 'vitest';
import leads from './corpus/leads.json' with {type: 'json'};
import {type Outcome, outcomeOf} from './score.ts';

const object = '{"name": "run_command", "arguments": {"cmd": "npm test -- --run"}}';
const blocks: readonly string[] = [
	`<tool_call>\n${object}\n</tool_call>`,
	'<function_calls>\n<invoke name="run_command">\n<parameter name="cmd">npm test -- --run</parameter>\n</invoke>\n</function_calls>',
	'<|tool_calls_section_begin|><|tool_call_begin|>functions.run_command:0<|tool_call_argument_begin|>{"cmd": "npm test -- --run"}<|tool_call_end|><|tool_calls_section_end|>',
	'<bash>\nnpm test -- --run\n</bash>',
];
/** Formats without any word of their own. */
const dataBlocks: readonly string[] = [
	object,
	`\`\`\`json\n${object}\n\`\`\``,
	'[run_command(cmd="npm test -- --run")]',
];
const calls = [['run_command', {cmd: 'npm test -- --run'}]] as const;

type Leads = Readonly<Record<string, readonly string[]>>;

/** How often a reply of a lead and a call has each outcome. */
function outcomes(byLanguage: Leads, isMeant: boolean): Readonly<Record<Outcome, number>> {
	const counts = {right: 0, false: 0, asked: 0, lost: 0};
	for (const lead of Object.values(byLanguage).flat()) {
		for (const block of [...blocks, ...dataBlocks]) {
			const text = `${lead}\n\n${block}`;
			counts[outcomeOf(isMeant ? {text, calls} : {text})] += 1;
		}
	}
	return counts;
}

describe('a call at the end of a reply, behind a lead in twelve languages', () => {
	it('is not run where the lead only shows it, puts it off or tells of another', () => {
		expect(Object.keys(leads.shown)).toHaveLength(12);
		expect(outcomes(leads.shown, false).false).toBe(0);
	});

	it('is read where the lead announces it, and never dropped', () => {
		expect(Object.keys(leads.meant)).toHaveLength(12);
		const found = outcomes(leads.meant, true);
		expect(found).toMatchObject({false: 0, lost: 0});
		expect(found.right).toBeGreaterThanOrEqual(536);
	});
});

describe('a call in a format without words of its own', () => {
	it.each([
		'This prints the version.',
		'Run this command in your shell.',
		'The old script did this.',
		'Somebody sent me this.',
		'This is what I found in the file.',
		'I did not run it.',
		'I refuse to run this.',
		'Shall I run this?',
		'Here is the config you asked for.',
		'The result is as requested.',
		'Der Benutzer schrieb das.',
		'Voici le contenu du fichier.',
		'В файле написано вот что.',
		'请自己运行。',
		'Tomorrow I will run:',
	])('is asked about behind a sentence that announces nothing: %s', lead => {
		expect(dataBlocks.map(block => outcomeOf({text: `${lead}\n\n${block}`}))).toEqual(
			dataBlocks.map(() => 'asked'),
		);
	});
});
