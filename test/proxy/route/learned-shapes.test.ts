import {expect, it} from 'vitest';
import {createLearnedShapes} from '../../../source/proxy/route/learned-shapes.ts';
import type {RouteTarget} from '../../../source/proxy/route/resolve.ts';

const target = (model = 'm', name = 'up') => ({provider: {name}, model}) as RouteTarget;

/** Each try begins anew with what was learned so far. */
function open() {
	const shapes = createLearnedShapes();
	return {
		good: (format: string, model?: string) => shapes.of(target(model)).good(format),
		isOther: (format: string, model?: string) => shapes.of(target(model)).isOther(format),
		shapes,
	};
}

it.each([
	[0, false],
	[2, false],
	[3, true],
])('after %i good calls of one shape another is asked back about: %s', (count, isAsked) => {
	const {good, isOther} = open();
	for (let call = 0; call < count; call += 1) {
		good('a');
	}
	expect([isOther('a'), isOther('b')]).toEqual([false, isAsked]);
});

it('a second time it is meant, but for what one answer holds', () => {
	const {good, isOther, shapes} = open();
	for (const _ of [1, 2, 3]) {
		good('a');
	}
	const answer = shapes.of(target());
	expect([answer.isOther('b'), answer.isOther('b')]).toEqual([true, true]);
	expect([isOther('b'), isOther('c')]).toEqual([false, true]);
	expect(isOther('b')).toBe(true);
});

it('a good call forgets what was asked back about', () => {
	const {good, isOther} = open();
	for (const _ of [1, 2, 3]) {
		good('a');
	}
	expect(isOther('b')).toBe(true);
	good('a');
	expect(isOther('b')).toBe(true);
});

it('a model that has written two shapes well has none of its own', () => {
	const {good, isOther} = open();
	for (const format of ['a', 'b', 'a', 'a', 'a']) {
		good(format);
	}
	expect([isOther('b'), isOther('c')]).toEqual([false, false]);
});

it('models and providers are known apart', () => {
	const {good, shapes} = open();
	for (const _ of [1, 2, 3]) {
		good('a');
	}
	expect(shapes.of(target('n')).isOther('b')).toBe(false);
	expect(shapes.of(target('m', 'other')).isOther('b')).toBe(false);
	expect(shapes.of(target()).isOther('b')).toBe(true);
});

it('of five hundred models it is remembered', () => {
	const {good, isOther} = open();
	for (let model = 0; model < 501; model += 1) {
		for (const _ of [1, 2, 3]) {
			good('a', String(model));
		}
	}
	expect([isOther('b', '499'), isOther('b', '500')]).toEqual([true, false]);
});
