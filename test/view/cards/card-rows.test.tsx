import {describe, expect, it} from 'vitest';
import {
	type AskId,
	type CallId,
	localHost,
	type ReplyId,
	type TerminalId,
	type TurnId,
} from '../../../source/events/ids.ts';
import {noHops} from '../../../source/state/hops.ts';
import type {CallStatus, ToolCall} from '../../../source/state/state.ts';
import {textWidth} from '../../../source/text/width.ts';
import {createKeymap} from '../../../source/view/actions/keymap.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {ruleMatchOf} from '../../../source/view/cards/card-calls.ts';
import {detailOf} from '../../../source/view/cards/card-detail.ts';
import {type Card, cardRows} from '../../../source/view/cards/card-rows.ts';
import {heightOf} from '../../../source/view/cards/shown-card.ts';
import {parsePatch} from '../../../source/view/diff/patch.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {drawnCard} from './drawn-card.tsx';

const waits: CallStatus = {
	type: 'waiting',
	ask: 'ask' as AskId,
	askedAt: 0,
	expiresAt: 1,
	patienceMs: 1,
};

function callOf(change: Partial<ToolCall> = {}): ToolCall {
	return {
		id: 'c1' as CallId,
		turn: 't' as TurnId,
		reply: 'r' as ReplyId,
		tool: 'unified_exec',
		raw: '{}',
		input: {},
		scope: 'shell',
		host: localHost,
		cwd: '/project',
		summary: 'ls',
		proposedAt: 0,
		status: waits,
		...change,
	};
}

function rowsOf(call: ToolCall, change: Partial<Card> = {}, theme = 'dark'): readonly string[] {
	return drawnCard(viewOf(call, change, theme), paintOf(theme));
}

function viewOf(call: ToolCall, change: Partial<Card> = {}, theme = 'dark') {
	const card: Card = {
		call,
		waiting: [call],
		focused: true,
		step: 'answer',
		ruleMatch: '',
		mode: 'rules',
		width: 80,
		rowsMax: 12,
		hops: noHops,
		home: '',
		now: 0,
		...change,
	};
	return cardRows(card, {paint: paintOf(theme), keymap: createKeymap({}).keymap});
}

function paintOf(theme: string) {
	return createPaint(builtInThemes.find(one => one.name === theme)!, 0);
}

describe('a card', () => {
	it.each([
		[80, 12],
		[80, 6],
		[40, 6],
		[200, 30],
	])('is %d columns wide and at most %d rows high, whatever it is about', (width, rowsMax) => {
		const long = callOf({
			summary: Array.from({length: 200}, (_, index) => `echo ${index} 日本語`).join('\n'),
			mended: 'a quote was added',
			status: {...waits, dangers: ['one', 'two'.repeat(60), 'three'], why: 'a rule'},
		});
		const rows = rowsOf(long, {width, rowsMax});
		expect(rows.length).toBeLessThanOrEqual(rowsMax);
		expect(rows.map(textWidth).filter(wide => wide !== width)).toEqual([]);
		expect(rows.join('\n')).toMatch(/echo 0/);
		expect(rows.join('\n')).toMatch(/\d+ more lines: d shows all/);
		expect(rows.join('\n')).toMatch(/y once/);
	});

	it('counts every line that it does not show', () => {
		const rows = rowsOf(callOf({summary: Array.from({length: 100}, () => 'x').join('\n')}));
		const shown = rows.filter(row => / x /.test(row)).length;
		expect(rows.join('\n')).toContain(`${100 - shown} more lines`);
	});

	it('draws what would hide, and lets nothing through to the terminal', () => {
		const text = rowsOf(
			callOf({summary: 'a\u202eb\u200bc\u001b[2Jd\re', cwd: '/w\u001b]0;x\u0007'}),
		).join('\n');
		expect(text).toContain('a\\u202eb\\u200bc␛[2Jd␍e');
		expect(text).not.toMatch(/[\u202e\u200b\u0007\r]/);
	});

	it('shows the change of a file with its signs, and counts the rest', () => {
		const patch = `--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-old \u202e\n+new\n${' same\n'.repeat(1)}`;
		const text = rowsOf(callOf({scope: 'write', preview: {patch, bases: []}})).join('\n');
		expect(text).toMatch(/- old \\u202e/);
		expect(text).toMatch(/\+ new/);
	});

	it('keeps the indentation of a file, and shows which part of it are tabs', () => {
		const patch = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-    old\n+\tnew\n';
		const call = callOf({scope: 'write', preview: {patch, bases: []}});
		expect(rowsOf(call).join('\n')).toMatch(/- {5}old.*\n.*\+ → {3}new/);
		expect(rowsOf(call, {}, 'ascii').join('\n')).toMatch(/\+ > {3}new/);
	});

	it('says how much a change changes, and in how many files', () => {
		const one = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-old\n+new\n';
		const two = `${one}--- a/y\n+++ b/y\n@@ -0,0 +1 @@\n+more\n`;
		const foot = (patch: string) =>
			rowsOf(callOf({scope: 'write', preview: {patch, bases: []}})).at(-1);
		expect(foot(one)).toContain(' +1 −1 in a file ─╯');
		expect(foot(two)).toContain(' +2 −1 in 2 files ─╯');
	});

	it.each([
		[{}, 's this session: every command '],
		[{scope: 'write', tool: 'edit_file'}, 's this session: every edit here '],
		[
			{scope: 'write', tool: 'edit_file', exposure: {targets: ['/etc/x']}},
			's this session: every edit here and of this file ',
		],
		[{tool: 'close_pty_session'}, 's this session  '],
	] as const)('says what a yes for the session covers: %j', (change, words) => {
		const rows = (more: Partial<Card>) => rowsOf(callOf(change), more).join('\n');
		expect(rows({})).toContain(words);
		// There it would cover nothing.
		expect(rows({mode: 'ask'})).toContain('s this session  ');
	});

	it('shows the very rule that would be saved', () => {
		const text = rowsOf(callOf(), {step: 'rule', ruleMatch: 'git status'}).join('\n');
		expect(text).toContain('{"scope":"shell","host":"local","match":"git status","then":"allow"}');
		expect(text).toContain('y save this rule and run');
		expect(text).toContain('in config.json for all that begins so:');
	});

	it('shows a rule for this call alone as one', () => {
		const text = rowsOf(callOf(), {step: 'rule', ruleMatch: 'ls'}).join('\n');
		expect(text).toContain('{"scope":"shell","host":"local","match":"ls","exact":true,');
		expect(text).toContain('in config.json:');
	});

	it.each([
		['a file of the workspace by its whole path', {targets: ['a.txt']}, '/project/a.txt'],
		['a host by its name', {targets: ['//example.com']}, 'example.com'],
		['a private host by the very call', {targets: ['//10.0.0.1'], raises: 'x'}, 'ls'],
		['several files by the very call', {targets: ['a', 'b']}, 'ls'],
	])('would allow %s', (_, exposure, match) => {
		expect(ruleMatchOf(callOf({exposure}))).toBe(match);
	});

	it('lists all that `g` would answer, and offers it only where there is more than one', () => {
		const first = callOf();
		const second = callOf({id: 'c2' as CallId, summary: 'rm x\nrm y'});
		const other = callOf({id: 'c3' as CallId, scope: 'write', summary: 'write z'});
		const waiting = [first, second, other];
		expect(rowsOf(first, {waiting}).join('\n')).toContain('g all 2');
		expect(rowsOf(other, {waiting}).join('\n')).not.toContain('g all');
		const text = rowsOf(first, {waiting, step: 'group'}).join('\n');
		expect(text).toContain('2 rm x␊rm y');
		expect(text).not.toContain('write z');
	});

	it('lists no riskier call with the others: what has another warning asks alone', () => {
		const warned = (id: string, dangers: readonly string[]) =>
			callOf({id: id as CallId, status: {...waits, dangers}});
		const first = warned('c1', ['overwrites a']);
		const second = warned('c2', ['overwrites b']);
		const risky = warned('c3', ['overwrites c', 'outside the workspace: /c']);
		const waiting = [first, second, risky];
		const text = rowsOf(first, {waiting, step: 'group', width: 120}).join('\n');
		expect(text).toContain('all 2 once');
		expect(text).toContain('! overwrites a; overwrites b');
		expect(text).toContain('1 more has other warnings and asks alone');
		const riskiest = rowsOf(risky, {waiting, step: 'group', width: 120}).join('\n');
		expect(riskiest).toContain('all 3 once');
		expect(riskiest).toContain('outside the workspace: /c');
	});

	it.each([
		['many short commands', 4, 'ls', true],
		['more commands than rows', 20, 'ls', false],
		['one command that is longer than the card', 2, 'x'.repeat(2000), false],
	])('about %s for one answer: is whole → %s', (_, count, summary, isWhole) => {
		const waiting = Array.from({length: count}, (_, at) =>
			callOf({id: `c${at}` as CallId, summary}),
		);
		expect(viewOf(waiting[0]!, {waiting, step: 'group'}).isWhole).toBe(isWhole);
	});

	it('for many changes of files is not whole: none of them is on it', () => {
		const patch = '--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n';
		const waiting = ['c1', 'c2'].map(id => callOf({id: id as CallId, preview: {patch, bases: []}}));
		expect(viewOf(waiting[0]!, {waiting, step: 'group'}).isWhole).toBe(false);
	});

	it.each([
		['a long command, both ends of which are seen', 'x\n'.repeat(50), [], 12, true],
		['a long command on six rows', 'x\n'.repeat(50), ['sudo'], 6, false],
		[
			'a short command and more warnings than rows',
			'ls',
			Array.from('abcdef', of => of.repeat(70)),
			6,
			false,
		],
		['a warning that needs three rows', 'ls', ['w'.repeat(200)], 12, true],
	])('about %s: is whole → %s', (_, summary, dangers, rowsMax, isWhole) => {
		const call = callOf({summary, status: {...waits, dangers}});
		const view = viewOf(call, {rowsMax});
		expect(view.isWhole).toBe(isWhole);
		expect(heightOf(view)).toBeLessThanOrEqual(rowsMax);
	});

	it('gives what would run and its warnings the rows before place, change and keys', () => {
		const lines = Array.from({length: 40}, (_, at) => `+${at}`);
		const patch = ['--- /dev/null', '+++ b/x', '@@ -0,0 +1,40 @@', ...lines].join('\n');
		const status = {...waits, dangers: ['a'.repeat(70), 'b'.repeat(70)], why: 'a rule'};
		const call = callOf({summary: 'write x', preview: {patch, bases: []}, status});
		const rows = rowsOf(call, {rowsMax: 8});
		expect(rows.findIndex(row => row.includes('write x'))).toBe(1);
		expect(rows[2]).toContain('! aaa');
		expect(rows[3]).toContain('! bbb');
		expect(rows[4]).toContain('asks because a rule');
		expect(rows[5]).toContain('more lines of +40 −0: d shows all');
		expect(rows[6]).toContain('y once');
	});

	it('shows what was mended, before and after, and each in its own row where both are long', () => {
		const mended = `parameter name: command → cmd\nJSON (single quotes): {'command': '${'x'.repeat(40)}'} → {"cmd":"${'x'.repeat(40)}"}`;
		const rows = rowsOf(callOf({mended}));
		const at = rows.findIndex(row => row.includes('mended: parameter name: command → cmd'));
		expect(rows[at + 1]).toContain("mended: JSON (single quotes): {'command': 'xxx");
		expect(rows[at + 2]).toContain('  → {"cmd":"xxx');
		expect(rows.join('\n')).toContain('y once');
	});

	it('keeps a danger in sight, however much was mended', () => {
		const mended = Array.from({length: 6}, (_, at) => `type of x${at}: "1" → 1`).join('\n');
		const text = rowsOf(callOf({mended, status: {...waits, dangers: ['sudo']}})).join('\n');
		expect(text).toContain('! sudo');
		expect(text).toContain('mended: type of x0');
	});

	it('says that a call was inferred, and not that it was mended', () => {
		const text = rowsOf(callOf({mended: "inferred from the model's words: Let me run `ls`."})).join(
			'\n',
		);
		expect(text).toContain("inferred from the model's words: Let me run `ls`.");
		expect(text).not.toContain('mended');
	});

	it('points out dangers, and says how many there are more of', () => {
		const dangers = [
			'sudo: runs as another user',
			'overwrites /etc/hosts',
			'x'.repeat(70),
			'y'.repeat(70),
		];
		const text = rowsOf(callOf({status: {...waits, dangers}})).join('\n');
		expect(text).toContain('! sudo: runs as another user; overwrites /etc/hosts');
	});

	it('marks the blanks behind the last word of a line, and counts what a long change does', () => {
		const call = callOf({summary: 'rm x  \nls '});
		expect(rowsOf(call).join('\n')).toMatch(/rm x␠␠ .*\n.* ls␠ /);
		expect(rowsOf(call, {}, 'ascii').join('\n')).toContain('rm x\\x20\\x20');
		const lines = (mark: string) => Array.from({length: 2000}, (_, at) => `${mark}${at}`);
		const patch = ['--- a/x', '+++ b/x', '@@ -1,2000 +1,2000 @@', ...lines('-'), ...lines('+')];
		const change = callOf({scope: 'write', preview: {patch: patch.join('\n'), bases: []}});
		expect(rowsOf(change).join('\n')).toMatch(/more lines of \+2000 −2000: d shows all/);
		expect(rowsOf(change, {}, 'ascii').join('\n')).toContain('of +2000 -2000');
	});

	it('says of what is typed that a permission is for anything, in this terminal', () => {
		const terminal = '3' as TerminalId;
		const exposure = {command: 'ls', doubt: 'a program that runs reads it', terminal};
		const call = callOf({tool: 'write_stdin', exposure});
		const rows = rowsOf(call, {width: 120}).join('\n');
		expect(rows).toContain('s anything typed into terminal 3');
		expect(rows).not.toContain('a always');
		expect(rowsOf(call, {step: 'time'}).join('\n')).toContain('anything typed into terminal 3');
	});

	it('is ASCII from edge to edge in the ascii theme, and shows as much', () => {
		const call = callOf({
			summary: 'printf "\u001b[2J\t\u202e" с',
			cwd: `/project/${'long/'.repeat(30)}`,
			status: {...waits, dangers: ['x\u001b'.repeat(80)], why: 'a rule'},
		});
		const cards = [
			rowsOf(call, {waiting: [call, callOf({id: 'c2' as CallId})]}, 'ascii'),
			rowsOf(call, {focused: false}, 'ascii'),
			rowsOf(call, {step: 'time'}, 'ascii'),
			rowsOf(call, {step: 'rule', ruleMatch: call.summary}, 'ascii'),
			rowsOf(call, {step: 'group'}, 'ascii'),
		];
		expect(cards.flat().filter(row => !/^[ -~]*$/.test(row))).toEqual([]);
		expect(cards[0]!.join('\n')).toContain('\\x1b[2J\\x09\\u202e" \\u0441');
	});

	it('marks a row that only goes on, so that it is never taken for a line of its own', () => {
		const long = `echo ${'a'.repeat(90)}; rm x`;
		expect(rowsOf(callOf({summary: `${long}\nls`})).join('\n')).toMatch(
			/❯ echo a+ │\n│ » a+; rm x +│\n│ {3}ls /,
		);
	});

	it('has room for all warnings where the command leaves it', () => {
		const dangers = Array.from({length: 5}, (_, index) => `${index} ${'x'.repeat(60)}`);
		const text = rowsOf(callOf({status: {...waits, dangers}}), {rowsMax: 14}).join('\n');
		expect(text).toContain('! 4 xxx');
		expect(text).not.toContain('more warnings');
	});

	it('offers no rule for good about what is typed into a terminal', () => {
		const exposure = {command: 'y\n', terminal: '3' as TerminalId};
		expect(rowsOf(callOf({exposure})).join('\n')).not.toContain('a always');
		expect(rowsOf(callOf({exposure: {command: 'y'}})).join('\n')).toContain('a always');
	});

	it('keeps what is said of it in its rows, whatever line breaks are in that', () => {
		const dangers = ['outside the workspace: /a\n y once  n no'];
		const rows = rowsOf(callOf({status: {...waits, dangers, why: 'it\nis'}}));
		expect(rows.every(row => !row.includes('\n'))).toBe(true);
		expect(rows.join('\n')).toContain('/a␊ y once');
		expect(new Set(rows.map(textWidth))).toEqual(new Set([80]));
	});

	it('has its warnings in the detail of a change too, before the first file', () => {
		const patch = '--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n';
		const dangers = ['outside the workspace: /a\n--- b'];
		const call = callOf({preview: {patch, bases: []}, status: {...waits, dangers, why: 'it is'}});
		const overlay = detailOf(call);
		const lines = parsePatch(overlay.type === 'diff' ? overlay.patch : '');
		expect(lines.slice(0, 5)).toEqual([
			{type: 'note', words: 'danger    outside the workspace: /a␊--- b'},
			{type: 'note', words: 'asks      because it is'},
			{type: 'note', words: 'change    +1 −1 in a file'},
			{type: 'note', words: 'call      ls'},
			{type: 'file', words: 'a'},
		]);
	});

	it('opens what a call does in words as text, whose long lines are wrapped and not cut', () => {
		const start = `then start in /srv: arq ${'x'.repeat(300)}`;
		const call = callOf({preview: {patch: `No process runs.\n${start}`, bases: []}});
		expect(detailOf(call)).toMatchObject({type: 'text', isExact: true});
		expect(detailOf(call)).toHaveProperty('lines', expect.arrayContaining([start]));
	});

	it('opens what a server says of its tool as text, so that no part of the arguments is cut', () => {
		const patch = '--- /dev/null\n+++ b/box: x\n@@ -0,0 +1,1 @@\n+says: hello\n';
		const summary = `x {"a":"${'y'.repeat(300)}"}`;
		const call = callOf({summary, scope: 'mcp:box', preview: {patch, bases: []}});
		expect(detailOf(call)).toMatchObject({type: 'text', isExact: true});
		expect(detailOf(call)).toHaveProperty(
			'lines',
			expect.arrayContaining([`call      ${summary}`]),
		);
	});

	it('tells a tab from spaces, and one space from two', () => {
		expect(rowsOf(callOf({summary: 'a\tb  c'})).join('\n')).toContain('a␉b  c');
	});

	it('says what would need no asking for a time', () => {
		const every = rowsOf(callOf(), {step: 'time'}).join('\n');
		expect(every).toContain('needs no asking on local then: every command');
		expect(every).toContain('s this session');
		const some = rowsOf(callOf(), {step: 'time', ruleMatch: 'git status'}).join('\n');
		expect(some).toContain('git status');
	});
});
