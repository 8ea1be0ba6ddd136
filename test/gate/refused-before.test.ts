import {describe, expect, it} from 'vitest';
import {timesRefused} from '../../source/gate/refused-before.ts';
import type {ToolCall} from '../../source/state/state.ts';

function refused(id: string, more: Partial<ToolCall> = {}): ToolCall {
	return {
		id,
		turn: 't',
		reply: 'r',
		tool: 'unified_exec',
		raw: '{"cmd":"make clean"}',
		input: {},
		scope: 'shell',
		host: 'local',
		cwd: '/',
		summary: 'make clean',
		proposedAt: 0,
		status: {type: 'ended', outcome: {status: 'denied'}, durationMs: 0},
		...more,
	} as unknown as ToolCall;
}

describe('a call counts as refused before', () => {
	it.each<[string, Partial<ToolCall>]>([
		['word for word', {}],
		['with another blank', {raw: '{"cmd":"make  clean "}'}],
		['with a line break', {raw: '{"cmd":"make clean\\n"}'}],
		['with its fields in another order', {raw: '{ "cmd": "make clean" }'}],
	])('%s', (_, more) => {
		expect(timesRefused([refused('a')], refused('b', more))).toBe(1);
	});

	it('when only how long it is waited for differs', () => {
		const exposure = {command: 'make clean'};
		const other = refused('b', {raw: '{"cmd":"make clean","yield_time_ms":9}', exposure});
		expect(timesRefused([refused('a', {exposure})], other)).toBe(1);
	});

	it.each<[string, Partial<ToolCall>]>([
		['another command', {raw: '{"cmd":"make cleaner"}'}],
		['another host', {host: 'web' as ToolCall['host']}],
		['another tool', {tool: 'write_file'}],
		['another turn', {turn: 'other' as ToolCall['turn']}],
	])('not for %s', (_, more) => {
		expect(timesRefused([refused('a')], refused('b', more))).toBe(0);
	});
});
