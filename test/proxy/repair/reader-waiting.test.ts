import {describe, expect, it} from 'vitest';
import {badCuts, readReply} from './score.ts';

const blocks = [
	'<tool_call>\n{"name": "run_command", "arguments": {"cmd": "ls"}}\n</tool_call>',
	'{"name": "run_command", "arguments": {"cmd": "ls"}}',
	'```json\n{"name": "run_command", "arguments": {"cmd": "ls"}}\n```',
	'[run_command(cmd="ls")]',
];

function fatesBehind(lead: string, words: string): readonly string[] {
	return blocks.map(block => {
		const {calls, asked} = readReply([`${lead}\n\n${block}\n\n${words}`], {});
		return calls.length > 0 ? 'call' : asked > 0 ? 'asked' : 'text';
	});
}

describe('a call that is announced', () => {
	it.each([
		"I'll go on once I have the result.",
		'Waiting for the result.',
		"I'll wait for the output before I continue.",
		'This will show which tests fail.',
		"Once this is done, I'll fix the rest.",
		'Ich warte auf das Ergebnis.',
		"J'attends le résultat.",
		'Espero el resultado.',
		'Жду результата.',
		'我等待结果。',
		'結果を待ちます。',
	])('is confirmed by words that wait for its result: %s', words => {
		expect(fatesBehind("I'll run the tests.", words)).toEqual(blocks.map(() => 'call'));
	});

	it.each([
		'Waiting for your approval.',
		"I'll wait for your output before I continue.",
		"Once you have run this, I'll fix the rest.",
		"This will show which tests fail, but I won't run it.",
		"I'll wait for the result. This was only an example.",
		'Let me know if you want something else.',
		`I'll wait for the result.\n\n${'And so on. '.repeat(30)}`,
	])('is asked about before other words: %s', words => {
		expect(fatesBehind("I'll run the tests.", words)).toEqual(blocks.map(() => 'asked'));
	});

	it('is read in the same way wherever the reply is cut', () => {
		const bad = blocks.map(block =>
			badCuts({text: `I'll run the tests.\n\n${block}\n\nWaiting for the result. It may last.`}),
		);
		expect(bad).toEqual(blocks.map(() => []));
	});
});

describe('a call that is only shown', () => {
	it.each([
		['To list the files, use this:', 'This will show which tests fail.'],
		['For example:', 'Waiting for the result.'],
		['Run this command.', 'This will show which tests fail.'],
	])('is not made one by such words: %s %s', (lead, words) => {
		expect(fatesBehind(lead, words)).not.toContain('call');
	});
});
