import {expect, it} from 'vitest';
import {isTooDeep, jsonDepthMax, parseJson} from '../../source/events/json.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const innermost = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

it('reads what lies as deep as the limit, and nothing deeper', () => {
	expect(parseJson(nested(jsonDepthMax))).toBeInstanceOf(Array);
	expect(parseJson(nested(jsonDepthMax + 1))).toBeUndefined();
	expect(parseJson(innermost(jsonDepthMax))).toBeInstanceOf(Object);
	expect(parseJson(innermost(jsonDepthMax + 1))).toBeUndefined();
});

it('does not count brackets that stand in a string', () => {
	const text = JSON.stringify({command: '[{"\\'.repeat(jsonDepthMax * 2)});
	expect(isTooDeep(text)).toBe(false);
	expect(parseJson(text)).toEqual({command: '[{"\\'.repeat(jsonDepthMax * 2)});
});

it('finds the depth behind a string that ends with a backslash', () => {
	expect(isTooDeep(`["\\\\",${nested(jsonDepthMax)}]`)).toBe(true);
	expect(isTooDeep(`["\\"",${nested(jsonDepthMax)}]`)).toBe(true);
});

it('reads many brackets side by side', () => {
	expect(parseJson(`[${'[],'.repeat(jsonDepthMax * 2)}[]]`)).toHaveLength(jsonDepthMax * 2 + 1);
});

it('looks through a megabyte of any letters once', () => {
	for (const letter of ['[', '"', '\\', '\\"', '{"']) {
		expect(parseJson(letter.repeat(1_048_576))).toBeUndefined();
	}
});
