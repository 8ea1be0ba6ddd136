import {expect, it} from 'vitest';
import type {Event, Stamped} from '../../../source/events/event.ts';
import type {MessageId, TurnId} from '../../../source/events/ids.ts';
import {tellEvent} from '../../../source/front-ends/linear/tell-event.ts';
import {createStore} from '../../../source/state/store.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const turn = 't1' as TurnId;

/** What is told of the last of these events. */
function told(...events: readonly Event[]): readonly string[] {
	const store = createStore(fakeClock());
	for (const event of events) {
		store.append(event);
	}
	const said: string[] = [];
	const mirror = {state: store.state};
	tellEvent({mirror, say: text => void said.push(text)}, {
		...events.at(-1)!,
		v: 1,
		seq: 1,
		at: 0,
	} as Stamped);
	return said;
}

it('each mark that the full screen draws across the conversation is told line by line', () => {
	const sent: Event = {
		type: 'message.sent',
		message: 'm1' as MessageId,
		turn,
		text: 'deploy it\nto web1',
		how: 'typed',
	};
	expect(told(sent, {type: 'turn.continued', turn})).toEqual(['goes on with: deploy it']);
	expect(told({type: 'context.cleared'})).toHaveLength(1);
	expect(told(sent)).toEqual([]);
});
