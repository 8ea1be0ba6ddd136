import {describe, expect, it} from 'vitest';
import {type Context, contexts} from '../../../source/view/actions/contexts.ts';
import {createKeymap} from '../../../source/view/actions/keymap.ts';

describe('the key tables', () => {
	it('have no chord that does two things in one context', () => {
		expect(createKeymap({}).problems).toEqual([]);
	});

	it('ask nobody for a function key', () => {
		const {keymap} = createKeymap({});
		const words = (Object.keys(contexts) as Context[]).flatMap(context => keymap.help(context));
		expect(words.filter(line => /\bF\d+\b/.test(line.chords))).toEqual([]);
	});

	it('give the first context that knows a chord the say', () => {
		const {keymap} = createKeymap({});
		expect(keymap.resolve(['card', 'global'], 'y')).toBe('allow-once');
		expect(keymap.resolve(['composer', 'global'], 'y')).toBeNull();
		expect(keymap.resolve(['composer', 'global'], 'ctrl+p')).toBe('palette');
	});

	it('never approve a card with Enter', () => {
		expect(createKeymap({}).keymap.resolve(['card'], 'enter')).toBeNull();
	});

	it('take the user’s own keys and leader', () => {
		const {keymap, problems} = createKeymap({leader: 'ctrl+a'});
		expect(problems).toEqual([expect.stringContaining('Start of the line')]);
		expect(keymap.chordsOf('composer', 'home')).toEqual(['home']);
		expect(keymap.resolve(['composer'], 'ctrl+a')).toBe('leader');
	});

	it('take a chord as it is written on the screen', () => {
		const {keymap, problems} = createKeymap({
			leader: 'Ctrl+B',
			'global.palette': ['Ctrl+O', 'Alt+↑'],
		});
		expect(problems.filter(problem => problem.includes('is no key'))).toEqual([]);
		expect(keymap.leader).toBe('ctrl+b');
		expect(keymap.resolve(['global'], 'ctrl+o')).toBe('palette');
		expect(keymap.resolve(['global'], 'alt+up')).toBe('palette');
	});

	it.each([
		[{leader: 'x'}, 'keys.leader'],
		[{'composer.send': 'ctl+q'}, 'ctl+q'],
	])('report %j, which is no key', (overrides, words) => {
		expect(createKeymap(overrides).problems).toEqual([expect.stringContaining(words)]);
	});

	it('report an unknown action and a chord that is taken, and keep the rest working', () => {
		const {keymap, problems} = createKeymap({'composer.fly': 'ctrl+a', 'card.detail': 'y'});
		expect(problems).toHaveLength(2);
		expect(keymap.resolve(['card'], 'y')).toBe('detail');
		expect(keymap.resolve(['card'], 's')).toBe('allow-session');
	});
});
