import {describe, expect, test} from 'vitest';
import type {NeutralCall} from '../../../source/proxy/neutral.ts';
import {answerFrom} from '../../../source/proxy/practice/answers.ts';
import {readOutcome} from '../../../source/proxy/practice/outcome.ts';

const listing = [
	'total 24',
	'drwxr-xr-x  4 ada ada 4096 Nov 18 14:36 .',
	'drwxr-xr-x  9 ada ada 4096 Nov 18 14:36 ..',
	'-rw-r--r--  1 ada ada  120 Nov 18 14:36 README.md',
	'drwxr-xr-x  2 ada ada 4096 Nov 18  2025 source',
	'lrwxrwxrwx  1 ada ada    5 Nov 18 14:36 link -> there',
	'-rw-r--r--  1 ada ada    1 Nov 18 14:36 two words.txt',
].join('\r\n');

describe('a listing', () => {
	test('is counted, named, and its README mentioned', () => {
		const said = answer('ls -la', {success: true, output: listing, exit_code: 0});
		expect(said).toContain('**4 entries**: 1 folder and 3 files');
		expect(said).toContain('- `README.md`\n- `source/`\n- `link`\n- `two words.txt`');
		expect(said).toContain('say “read README.md”');
	});

	test('that is long is cut, and says by how much', () => {
		const output = Array.from({length: 20}, (_, index) => `file-${index}`).join('\n');
		expect(answer('ls', {output, exit_code: 0})).toContain('- and 12 more');
	});

	test('in columns, as a terminal shows it, is counted by name', () => {
		const said = answer('ls', {output: 'README.md  a.txt\tsource/\n', exit_code: 0});
		expect(said).toContain('**3 entries**: 1 folder and 2 files');
	});

	test.each(['lsof', 'lsblk', 'ls | wc -l', 'ls; date', 'ls source test', 'ls -R', 'ls-files'])(
		'is not what %s prints',
		command => {
			const said = answer(command, {output: '3\n', exit_code: 0});
			expect(said).toContain(`\`${command}\` ended with exit code 0`);
		},
	);

	test('may come from a tool that lists', () => {
		const entries = [
			{name: 'source', type: 'folder'},
			{name: 'a.txt', type: 'file'},
		];
		const said = answerTo(
			{name: 'list_files', arguments: '{"path":"."}'},
			{success: true, entries},
		);
		expect(said).toContain('**2 entries**: 1 folder and 1 file');
	});
});

test('a change of a file is said to be done as it was shown, and how it is taken back', () => {
	const said = answerTo(
		{name: 'edit_file', arguments: '{"path":"a.txt"}'},
		{success: true, files: [{path: 'a.txt', change: 'changed', bytes: 3}], diff: '--- a'},
	);
	expect(said).toBe(
		'`edit_file` of `a.txt` is done, as it was shown. `/undo` brings back what was before.',
	);
});

describe('a command', () => {
	test('that is well shows what it printed', () => {
		const said = answer('date', {output: 'Wed\n', exit_code: 0});
		expect(said).toBe('`date` ended with exit code 0, with 1 line. Here it is:\n\n```\nWed\n```');
	});

	test('that is silent is said to be', () => {
		expect(answer('true', {output: '', exit_code: 0})).toBe(
			'`true` ended with exit code 0. It printed nothing.',
		);
	});

	test('that fails is said to, with its last line', () => {
		const said = answer('make', {success: true, output: 'building\nno rule\n', exit_code: 2});
		expect(said).toBe('`make` failed with exit code 2. Its last line was:\n\n```\nno rule\n```');
	});

	test('that goes on running is told with its session and what can be done', () => {
		const said = answer('python3 -i', {success: true, output: '>>> ', session_id: 7});
		expect(said).toMatch(/^`python3 -i` is running in session 7\./);
		expect(said).toContain('`type 2+3`');
	});

	test('that a signal ended is told with it', () => {
		const ended = {output: '', exit_code: null, signal: 'SIGTERM', running: false, session_id: 3};
		expect(answer('sleep 9', {success: true, ...ended})).toBe('`sleep 9` was ended by SIGTERM.');
	});

	test('that was typed into answers with what its session says', () => {
		const call = {name: 'write_stdin', arguments: '{"session_id":7,"chars":"2+3\\n"}'};
		const result = {success: true, output: '5\r\n>>> ', session_id: 7, running: true};
		expect(answerTo(call, result)).toBe('Session 7 says:\n\n```\n5\n>>> \n```');
	});

	test('that draws is shown as it looks', () => {
		const screen = {rows: ['top', 'row']};
		const said = answer('htop', {output: '', screen, session_id: 7, running: true});
		expect(said).toContain('```\ntop\nrow\n```');
	});

	test('with a long output shows its beginning', () => {
		const output = Array.from({length: 30}, (_, index) => `line ${index}`).join('\n');
		const said = answer('seq', {output, exit_code: 0});
		expect(said).toContain('with 30 lines. It begins:');
		expect(said).toContain('And 18 more lines.');
	});

	test('whose output holds a code fence is quoted all the same', () => {
		const said = answer('cat x', {output: '```\ncode\n```', exit_code: 0});
		expect(said).toContain('````\n```\ncode\n```\n````');
	});

	test('of a client that answers in text is understood', () => {
		expect(answer('make', 'Exit code: 2\nOutput:\nno rule')).toContain('failed with exit code 2');
	});

	test('whose output is coloured is quoted plain', () => {
		const said = answer('x', {
			output: '\u001b[31mred\u001b[0m\rgreen\u001b]0;title\u0007',
			exit_code: 0,
		});
		expect(said).toContain('```\ngreen\n```');
	});
});

describe('a call that was not made', () => {
	const failed = (kind: string, message: string) =>
		answer('rm -rf x', {success: false, error: {kind, message}});

	test('because it was denied is accepted', () => {
		expect(failed('denied', 'no')).toBe(
			'`rm -rf x` was not allowed, and I accept that: nothing was done. How shall I go on?',
		);
	});

	test('because it was stopped asks for nothing', () => {
		expect(failed('interrupted', '')).toMatch(/was stopped/);
	});

	test('for any other reason tells it', () => {
		expect(failed('not-found', 'There is no x.')).toBe('`rm -rf x` did not work: There is no x.');
	});
});

test('a file is shown as what it is', () => {
	const said = answerTo(
		{name: 'read_file', arguments: '{"path":"a/b.ts"}'},
		{success: true, content: 'const a = 1;\n'},
	);
	expect(said).toBe(
		'`read_file` of `a/b.ts` is done, with 1 line. Here it is:\n\n```ts\nconst a = 1;\n```',
	);
});

function answer(cmd: string, result: unknown): string {
	return answerTo({name: 'unified_exec', arguments: JSON.stringify({cmd})}, result);
}

function answerTo(call: Pick<NeutralCall, 'name' | 'arguments'>, result: unknown): string {
	const text = typeof result === 'string' ? result : JSON.stringify(result);
	return answerFrom({
		call: {type: 'call', id: 'c', form: 'function', ...call},
		outcome: readOutcome(text),
	});
}
