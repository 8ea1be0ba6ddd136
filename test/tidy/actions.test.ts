import {describe, expect, it} from 'vitest';
import type {ActionRecord} from '../../source/view/actions/action.ts';
import {actions} from '../../source/view/actions/actions.ts';
import {type Context, contexts} from '../../source/view/actions/contexts.ts';
import {focusContexts} from '../../source/view/actions/focus.ts';
import {createKeymap} from '../../source/view/actions/keymap.ts';

const records: Readonly<Record<string, ActionRecord>> = actions;

/** What is wrong with a record, in words; empty if nothing is. */
function faultsOf(name: string, {words, keys, run}: ActionRecord): readonly string[] {
	const places = Object.keys(keys).filter(context => context !== 'leader');
	const names = focusContexts.map(context => context.name);
	// A function holds wherever its keys do; a table has to name each place, or fall back on one.
	const unserved =
		typeof run === 'function' || run.global
			? []
			: places.filter(place => !focusContexts.some(serves(place as Context, run)));
	return [
		...(/^[A-Z0-9].*[^.]$/.test(words) ? [] : [`${name} has no words`]),
		...(places.length > 0 || 'leader' in keys || name === 'leader' ? [] : [`${name} has no key`]),
		...unserved.map(place => `${name} does nothing ${contexts[place as Context]}`),
		...(typeof run === 'function' ? [] : Object.keys(run))
			.filter(place => !names.includes(place as (typeof names)[number]))
			.map(place => `${name} is done in ${place}, which nobody can reach`),
	];
}

function serves(place: Context, run: Exclude<ActionRecord['run'], (...all: never) => unknown>) {
	return ({keys, name}: (typeof focusContexts)[number]) => keys === place && name in run;
}

describe('the actions', () => {
	it('have words, a key and something to do in each of their contexts', () => {
		expect(Object.entries(records).flatMap(([name, record]) => faultsOf(name, record))).toEqual([]);
		expect(Object.keys(records).length).toBeGreaterThan(100);
	});

	it('would be found out without one of these', () => {
		const run = () => {};
		expect(faultsOf('fly', {words: '', keys: {global: ['f']}, run})).toHaveLength(1);
		expect(faultsOf('fly', {words: 'Fly', keys: {}, run})).toHaveLength(1);
		expect(faultsOf('fly', {words: 'Fly', keys: {card: ['f']}, run: {browse: run}})).toEqual([
			'fly does nothing on a waiting card',
		]);
	});

	it('have no chord that does two things in one context', () => {
		expect(createKeymap({}).problems).toEqual([]);
		const {problems} = createKeymap({'card.detail': 'y'});
		expect(problems).toHaveLength(1);
	});

	it('have a context for each name that settings know', () => {
		const known = new Set(focusContexts.map(({keys}) => keys));
		const missing = Object.keys(contexts).filter(
			name => name !== 'leader' && !known.has(name as (typeof focusContexts)[number]['keys']),
		);
		expect(missing).toEqual([]);
		expect(new Set(focusContexts.map(({name}) => name)).size).toBe(focusContexts.length);
	});
});
