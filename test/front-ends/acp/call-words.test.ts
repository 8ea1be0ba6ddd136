import {expect, it} from 'vitest';
import type {SessionMode} from '../../../source/events/session-mode.ts';
import {codeBlock, titleOf} from '../../../source/front-ends/acp/call-words.ts';
import {diffsOf} from '../../../source/front-ends/acp/diffs.ts';
import {optionsOf} from '../../../source/front-ends/acp/editor-questions.ts';
import type {ToolCall} from '../../../source/state/state.ts';
import {patchOf} from '../../../source/text/patch.ts';

const call = (change: object) =>
	({
		tool: 'unified_exec',
		scope: 'shell',
		host: 'local',
		cwd: '/project',
		summary: 'ls',
		status: {type: 'waiting'},
		...change,
	}) as unknown as ToolCall;

it.each([
	['ls -l', '`ls -l`'],
	['echo `date`', '`` echo `date` ``'],
	['one\ntwo', '`one␊two`'],
	['a\u202Eb', '`a\\u202eb`'],
	['**bold** _x_', '`**bold** _x_`'],
])('the title of the command %j is code, with all of it in sight', (summary, title) => {
	expect(titleOf(call({summary}))).toBe(title);
});

it('a call on another machine names it in the title', () => {
	expect(titleOf(call({host: 'web1'}))).toBe('`ls` (on web1)');
});

it('a block of code is fenced by more ticks than it holds', () => {
	expect(codeBlock('a\n```\nb')).toBe('````\na\n```\nb\n````');
	expect(codeBlock('` '.repeat(1_000_000))).toMatch(/^```\n(?:` )+\n```$/);
});

it.each([
	['a change in the middle', 'a\nb\nc\n', 'a\nB\nc\n'],
	['a new file', null, 'new\n'],
	['a deleted file', 'old\n', ''],
	['a missing last line end', 'a\nb', 'a\nb\n'],
	['a last line end that goes', 'a\nb\n', 'a\nb'],
	['lines that look like a patch', '--- x\n+++ y\n@@ -1 +1 @@\n', '--- x\n+++ z\n'],
])('the difference of %s tells what stood there and what stands there then', (_, before, after) => {
	const patch = patchOf({shown: 'sub/file.txt', before, after});
	expect(diffsOf(patch, '/project')).toEqual([
		{type: 'diff', path: '/project/sub/file.txt', oldText: before, newText: after},
	]);
});

it('changes far apart, and of several files, are told one by one', () => {
	const lines = Array.from({length: 40}, (_, index) => `line ${index}\n`);
	const before = lines.join('');
	const after = before.replace('line 3\n', 'three\n').replace('line 35\n', 'thirty-five\n');
	const patch = `${patchOf({shown: 'one', before, after})}${patchOf({shown: '/etc/two', before: 'x\n', after: 'y\n'})}`;
	const diffs = diffsOf(patch, '/project');
	expect(diffs.map(diff => 'path' in diff && diff.path)).toEqual([
		'/project/one',
		'/project/one',
		'/etc/two',
	]);
	expect(diffs[2]).toMatchObject({oldText: 'x\n', newText: 'y\n'});
});

const names = (change: object, mode: SessionMode = 'rules') =>
	optionsOf(call(change), mode).map(({kind}) => kind);
const plain = ['allow_once', 'reject_once'];

it.each([
	['a command', {}, plain],
	['a change of files', {scope: 'write'}, ['allow_once', 'allow_always', 'reject_once']],
	['a change outside the folder', {scope: 'write', exposure: {targets: ['/etc/hosts']}}, plain],
	['what the card warns of', {scope: 'write', status: {type: 'waiting', dangers: ['x']}}, plain],
	['what a rule asks about', {scope: 'network', status: {type: 'waiting', why: 'x'}}, plain],
	['a connection', {scope: 'hop'}, plain],
	['a tool of a server', {scope: 'mcp:files'}, plain],
])('%s can be allowed for the session only where its scope can be said', (_, change, kinds) => {
	expect(names(change)).toEqual(kinds);
});

it('where the session asks each time, no answer is offered for the whole session', () => {
	expect(names({scope: 'write'}, 'ask')).toEqual(plain);
	expect(names({scope: 'write'}, 'read')).toContain('allow_always');
});
