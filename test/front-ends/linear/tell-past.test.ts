import {expect, it} from 'vitest';
import type {MessageId, TurnId} from '../../../source/events/ids.ts';
import {tellPast} from '../../../source/front-ends/linear/tell-past.ts';
import {createStore} from '../../../source/state/store.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

/** What is told to somebody who comes to a session in which so many messages were sent. */
function told(messages: number): readonly string[] {
	const store = createStore(fakeClock());
	for (let index = 1; index <= messages; index += 1) {
		store.append({
			type: 'message.sent',
			message: `m${index}` as MessageId,
			turn: 't1' as TurnId,
			text: `message ${index}`,
			how: 'typed',
		});
	}
	const said: string[] = [];
	tellPast(store.state(), text => void said.push(text));
	return said;
}

it('who comes to a session line by line is told the end of what was said, and that it is the end', () => {
	expect(told(0)).toEqual([]);
	expect(told(2).join('\n')).toMatch(/^What was said before:[\s\S]*message 1[\s\S]*message 2$/);
	const end = told(30);
	expect(end[0]).toBe('The end of what was said before:');
	expect(end.at(-1)).toContain('message 30');
	expect(end.join('\n')).not.toContain('message 20');
});
