import {expect, it} from 'vitest';
import {isLater} from '../../source/session-process/spawn-engine.ts';

it.each([
	['0.2.0', '0.1.9', true],
	['0.10.0', '0.9.0', true],
	['1.0.0', '1.0.0', false],
	['1.0.0', '1.0.0-beta.2', true],
	['1.0.0-beta.2', '1.0.0', false],
	['1.0.0-beta.10', '1.0.0-beta.9', true],
	['1.0.1-beta.1', '1.0.0', true],
	['0.1.0', '0.2.0', false],
	['what', '0.1.0', false],
])('%s is later than %s: %s', (left, right, later) => {
	expect(isLater(left, right)).toBe(later);
});
