import {describe, expect, it} from 'vitest';
import {tools} from './tool-harness.ts';

const one = '1' as never;

describe('while the person has the keyboard', () => {
	it('a call that would type is refused, and the next that waits goes on at the hand-back', async () => {
		const {result, call, terminals, wait, facts} = tools();
		await result('unified_exec', {cmd: 'cat', yield_time_ms: 100});
		terminals.control(one, 'user');
		expect(await call('write_stdin', {session_id: 1, chars: 'x'})).toMatchObject({
			result: {error: {code: 'user_has_control'}},
		});
		const waiting = result('write_stdin', {session_id: 1});
		terminals.write(one, 'from the person\n', {by: 'user'});
		await wait(one, {bytes: 32});
		terminals.control(one, 'model');
		expect(await waiting).toMatchObject({
			reason: 'wait_for',
			woke_by: {condition: 'handed_back', session_id: 1},
			user_typed: true,
			running: true,
			screen: {rows: expect.arrayContaining(['from the person'])},
			hint: expect.stringContaining('The person typed'),
		});
		const answer = await result('write_stdin', {session_id: 1, chars: 'from the model\n'});
		expect(answer['output']).toContain('from the model');
		expect(answer['user_typed']).toBe(false);
		expect(facts.map(fact => fact.type)).toContain('terminal.wanted');
	});

	it('what the model typed is told in short, and not at all where it is hidden', async () => {
		const {result, terminals, facts} = tools();
		await result('unified_exec', {cmd: 'read -rs word; cat', wait_for: {prompt: true}});
		terminals.allowHiddenInput(one);
		await result('write_stdin', {session_id: 1, chars: 'hunter2\n', wait_for: {quiet_ms: 300}});
		await result('write_stdin', {session_id: 1, chars: `${'long '.repeat(30)}\n`});
		const typed = facts.flatMap(fact => (fact.type === 'terminal.typed' ? [fact.text] : []));
		expect(typed[0]).toBe('8 characters');
		expect(typed[1]).toMatch(/^long long .{20,40}$/);
	});

	it('looking at the terminal says who has the keyboard, and that the person typed', async () => {
		const {result, terminals} = tools();
		await result('unified_exec', {cmd: 'cat', yield_time_ms: 100});
		terminals.control(one, 'user');
		terminals.write(one, 'a', {by: 'user'});
		expect(await result('read_terminal', {session_id: 1})).toMatchObject({
			controlled_by: 'user',
			user_typed: true,
		});
	});
});
