import {describe, expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../source/events/json.ts';
import {formats} from '../../../source/proxy/repair/formats/index.ts';
import {mend} from '../../../source/proxy/repair/mend.ts';
import {type Call, type Printer, printers} from './printers/index.ts';
import {attemptsOf, readPieces, textOf} from './read.ts';
import {tools} from './tools.ts';

const rounds = 20;
const callFormats = formats.filter(({id}) => id !== 'escalation');

describe('a round trip', () => {
	it('has a printer for every format', () => {
		expect(Object.keys(printers).toSorted()).toEqual(callFormats.map(({id}) => id).toSorted());
	});

	it.each(callFormats.map(({id}) => id))('%s: what is printed is read back', id => {
		const printer = printers[id]!;
		const random = createRandom(id);
		for (let round = 0; round < rounds; round += 1) {
			const count = printer.isSingle === true ? 1 : 1 + random.below(3);
			const calls = Array.from({length: count}, () => randomCall(random, printer));
			const text = printer.print(calls);
			const parts = readPieces([text]);
			expect(calledIn(text), text).toEqual(calls);
			expect(textOf(parts)).toBe(text);
			expect(attemptsOf(parts).map(({format}) => format)).toEqual(calls.map(() => id));
			const cut = random.below(text.length);
			expect(readPieces([text.slice(0, cut), text.slice(cut)]), text).toEqual(parts);
		}
	});
});

/** What the text comes to as calls, read and mended. */
function calledIn(text: string): readonly unknown[] {
	return attemptsOf(readPieces([text])).map(attempt => {
		const mended = mend(attempt, tools);
		return mended.type === 'call' ? {name: mended.name, arguments: mended.arguments} : mended;
	});
}

type Random = {
	readonly below: (count: number) => number;
	readonly pick: <T>(of: readonly T[]) => T;
};

function createRandom(seed: string): Random {
	let state = [...seed].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 2147483647;
	const below = (count: number) => {
		state = (state * 48271) % 2147483647;
		return state % count;
	};
	return {below, pick: of => of[below(of.length)]!};
}

function randomCall(random: Random, {marks = [], only}: Printer): Call {
	const tool = random.pick(tools.filter(({name}) => only === undefined || name === only));
	const properties = tool.parameters!['properties'] as Record<string, JsonObject>;
	const required = tool.parameters!['required'] as readonly string[];
	const given = Object.entries(properties)
		.filter(([name]) => required.includes(name) || random.below(2) === 0)
		.map(([name, schema]) => [name, randomValue(random, {type: String(schema['type']), marks})]);
	return {name: tool.name, arguments: Object.fromEntries(given) as JsonObject};
}

type Wanted = {readonly type: string; readonly marks: readonly string[]};

function randomValue(random: Random, {type, marks}: Wanted): Json {
	const one = (inner: string) => randomValue(random, {type: inner, marks});
	switch (type) {
		case 'integer':
			return random.below(2000) - 1000;
		case 'number':
			return random.below(2000) / 8;
		case 'boolean':
			return random.below(2) === 0;
		case 'array':
			return Array.from({length: 1 + random.below(3)}, () => one('string'));
		case 'object':
			return {
				name: one('string'),
				depth: {list: [one('integer'), one('boolean')], text: one('string')},
			};
		default:
			return randomText(random, marks);
	}
}

const words: readonly string[] = [
	...['Oslo', 'ls -la', 'naïve café', '日本語', '🚀', 'C:\\temp\\new', 'a "quoted" word', "it's"],
	...['{"a": [1, 2]}', '[x](y)', 'if (a < b && b > c) {', '}', ']', '\\n', '\\"', '`code`', '```'],
	...['<div class="x">', '</div>', '<tool_call>', '</tool_call>', '</function>', '</invoke>'],
	...[
		'<parameter=x>',
		'</parameter>',
		'<|tool_call_end|>',
		'[TOOL_CALLS]',
		'<think>',
		'| a |',
		'$((1+2))',
	],
	...[
		'name(arg=1)',
		'"}',
		'",',
		'"]',
		'</tool_calls>',
		'<｜DSML｜invoke',
		'\t',
		'%s',
		'&amp;',
		'--',
		'#',
	],
	...['functools[', '>>>all', '<arg_value>', '\n', '\n\n', 'x'.repeat(300)],
];

/** Between tags, where nothing is escaped, this may as well be the end of the call. */
const isUnclear =
	/<\/[^<>]*(?:tool_call|function|invoke)>\s*<\/?[^<>]*(?:tool_call|function|invoke)/;

/** Begins and ends with a letter: templates put line breaks around values. */
function randomText(random: Random, marks: readonly string[]): string {
	for (;;) {
		const middle = Array.from({length: random.below(7)}, () => random.pick(words)).join(
			random.pick(['', ' ', '\n']),
		);
		const text = `a${middle}z`;
		if (marks.length === 0 || !(isUnclear.test(text) || marks.some(mark => text.includes(mark)))) {
			return text;
		}
	}
}
