import {describe, expect, it} from 'vitest';
import type {CallId, TerminalId} from '../../../source/events/ids.ts';
import {focusStack} from '../../../source/view/actions/focus.ts';
import type {UiState} from '../../../source/view/ui-state/ui-state.ts';
import {call, openInput} from '../input/open-input.ts';

/** The names of the stack, the top first, for a screen that differs so from a new one. */
function stackFor(part: Partial<UiState>, {asks = false} = {}): readonly string[] {
	const {store, ui, ask} = openInput();
	if (asks) {
		ask();
	}
	ui.change(part);
	return focusStack({ui: ui.snapshot, store: {...store, state: store.state}}).map(
		context => context.name,
	);
}

const picker = {type: 'picker', title: 'Pick', items: []} as const;
const suggestions = {items: [], selected: 0};

describe('the stack of contexts', () => {
	it.each<[string, Partial<UiState>, readonly string[]]>([
		['a new screen', {}, ['composer', 'global']],
		['the transcript', {mode: 'browse'}, ['browse', 'global']],
		['the terminals', {focus: 'terminal'}, ['terminal', 'global']],
		['the monitor', {focus: 'monitor'}, ['monitor', 'global']],
		['a list', {overlay: picker}, ['list']],
		['a text', {overlay: {type: 'help'}}, ['pager']],
		['a search', {mode: 'search'}, ['line']],
		['the change of a command', {mode: 'edit', focus: 'monitor'}, ['edit', 'composer', 'global']],
		['hidden input under a list', {mode: 'secret', overlay: picker}, ['list']],
		['hidden input', {mode: 'secret', focus: 'terminal'}, ['secret']],
		[
			'a lost keyboard',
			{keysLost: {terminal: '1' as TerminalId, lastKeyAt: 0}, overlay: picker},
			['lost'],
		],
	])('of %s', (_, part, names) => {
		expect(stackFor(part)).toEqual(names);
	});

	it('has the suggestions over the composer, but not over a card', () => {
		const composer = {...openInput().ui.snapshot().composer, suggestions};
		expect(stackFor({composer})).toEqual(['suggestions', 'composer', 'global']);
		const card = {call, focused: true, since: 0, step: 'answer', isPutOff: false} as const;
		expect(stackFor({composer, card}, {asks: true})).toEqual(['card', 'composer', 'global']);
	});

	it('has one card at a time, at the step that it asks about', () => {
		const card = {call: 'c' as CallId, focused: true, since: 0, isPutOff: false};
		for (const [step, name] of [
			['time', 'card-time'],
			['rule', 'card-rule'],
			['group', 'card-group'],
		] as const) {
			expect(stackFor({card: {...card, step}})).toEqual([name, 'composer', 'global']);
		}
		expect(stackFor({card: {...card, step: 'answer', focused: false}})[0]).toBe('composer');
	});
});
