import {describe, expect, it} from 'vitest';
import {
	type AskId,
	type CallId,
	localHost,
	type ReplyId,
	type TurnId,
} from '../../../source/events/ids.ts';
import {createKeymap} from '../../../source/keys/keymap.ts';
import type {CallStatus, ToolCall} from '../../../source/state/state.ts';
import {unstyled} from '../../../source/text/styled.ts';
import {textWidth} from '../../../source/text/width.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {type Card, cardRows} from '../../../source/view/cards/card-rows.ts';
import {createPaint} from '../../../source/view/theme.ts';

const waits: CallStatus = {type: 'waiting', ask: 'ask' as AskId, askedAt: 0, expiresAt: 1};

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
		cwd: '/work',
		summary: 'ls',
		proposedAt: 0,
		status: waits,
		...change,
	};
}

function rowsOf(call: ToolCall, change: Partial<Card> = {}, theme = 'dark'): readonly string[] {
	const card: Card = {
		call,
		waiting: [call],
		focused: true,
		step: 'answer',
		ruleMatch: '',
		width: 80,
		rowsMax: 12,
		...change,
	};
	const named = builtInThemes.find(one => one.name === theme)!;
	const rows = cardRows(card, {paint: createPaint(named, 0), keymap: createKeymap({}).keymap});
	return rows.map(unstyled);
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

	it('shows the very rule that would be saved', () => {
		const text = rowsOf(callOf(), {step: 'rule', ruleMatch: 'git status'}).join('\n');
		expect(text).toContain('{"scope":"shell","host":"local","match":"git status","then":"allow"}');
		expect(text).toContain('y save this rule and run');
	});

	it('lists all that `g` would answer, and offers it only where there is more than one', () => {
		const first = callOf();
		const second = callOf({id: 'c2' as CallId, summary: 'rm x\nrm y'});
		const other = callOf({id: 'c3' as CallId, scope: 'write', summary: 'write z'});
		const waiting = [first, second, other];
		expect(rowsOf(first, {waiting}).join('\n')).toContain('g all 2');
		expect(rowsOf(other, {waiting}).join('\n')).not.toContain('g all');
		const text = rowsOf(first, {waiting, step: 'group'}).join('\n');
		expect(text).toContain('2 rm x\\nrm y');
		expect(text).not.toContain('write z');
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
});
