import {expect, it} from 'vitest';
import type {AskId} from '../../../source/events/ids.ts';
import {call, openInput} from './open-input.ts';

/** A card has the keyboard, and another screen answers it. */
function openLost() {
	const tools = openInput();
	tools.ask();
	tools.clock.advance(5000);
	expect(tools.ui.snapshot().card).toMatchObject({call, focused: true});
	tools.store.append({
		type: 'authorization.answered',
		ask: 'a' as AskId,
		call,
		verdict: {type: 'once'},
		by: 'key',
	});
	tools.clock.advance(40);
	expect(tools.ui.snapshot().card.call).toBe(null);
	return tools;
}

it('an answer that comes after another screen’s is no message, and it is said that it did nothing', () => {
	const {type, draft, ui} = openLost();
	type('y');
	expect(draft()).toBe('');
	expect(ui.snapshot().flash).toContain('had gone already');
	type('yes');
	expect(draft()).toBe('yes');
});

it('what is no answer, or comes later, is a message as ever', () => {
	const later = openLost();
	later.clock.advance(1000);
	later.type('y');
	expect(later.draft()).toBe('y');
	const other = openLost();
	other.type('Z');
	expect(other.draft()).toBe('Z');
});
