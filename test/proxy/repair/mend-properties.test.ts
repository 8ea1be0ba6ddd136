import {describe, expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../source/events/json.ts';
import type {OfferedTool} from '../../../source/proxy/repair/attempt.ts';
import {mend} from '../../../source/proxy/repair/mend.ts';
import {growthOf, proportionMax} from '../../helpers/growth.ts';

const seeds = 1000;

/** The same numbers in every run: a failure can be looked at again. */
function randomOf(seed: number): () => number {
	let state = (seed + 1) * 0x9e_37_79_b9;
	return () => {
		state = Math.imul(state ^ (state >>> 15), 0x85_eb_ca_6b) + 0x6d_2b_79_f5;
		return ((state ^ (state >>> 13)) >>> 0) / 0x1_00_00_00_00;
	};
}

type Random = () => number;

function pick<One>(random: Random, list: readonly One[]): One {
	return list[Math.floor(random() * list.length)]!;
}

const pieces = [
	'ls -l',
	'grep',
	'"',
	"'",
	'\\',
	'\\n',
	'\n',
	'\t',
	'{',
	'}',
	'[',
	']',
	',',
	':',
	' ',
	'é',
	'日本',
	'😀',
	'<tool_call>',
	'</tool_call>',
	'$(x)',
	'`pwd`',
	'\\d+',
	'"a": 1',
	"it's",
	'true',
	'None',
	'#',
	'/tmp/a b',
	'\u0000',
	'\u2028',
	'&amp;',
	'```',
];

function textOf(random: Random): string {
	const length = Math.floor(random() * 7);
	return Array.from({length}, () => pick(random, pieces)).join('');
}

function anyValue(random: Random, depth: number): Json {
	switch (Math.floor(random() * (depth > 2 ? 5 : 7))) {
		case 0:
			return Math.floor(random() * 1000) - 500;
		case 1:
			return random() * 10;
		case 2:
			return random() < 0.5;
		case 5:
			return Array.from({length: Math.floor(random() * 3)}, () => anyValue(random, depth + 1));
		case 6:
			// Without escapes: Node 24 itself mistakes one escaped name for another now and then.
			return Object.fromEntries(
				Array.from({length: Math.floor(random() * 3)}, (_, at) => [
					`k${at}${textOf(random).replaceAll(/[\\\n\t\0]/g, '')}`,
					anyValue(random, depth + 1),
				]),
			);
		default:
			return textOf(random);
	}
}

const tool: OfferedTool = {
	name: 'act',
	form: 'function',
	parameters: {
		type: 'object',
		properties: {
			first: {type: 'string'},
			second: {type: 'string'},
			count: {type: 'integer'},
			share: {type: 'number'},
			flag: {type: 'boolean'},
			list: {type: 'array'},
			extra: {type: 'object'},
			any: {},
		},
		required: ['first'],
	},
};

function argumentsOf(random: Random): JsonObject {
	const all: [string, Json][] = [
		['first', textOf(random)],
		['second', textOf(random)],
		['count', Math.floor(random() * 100)],
		['share', random()],
		['flag', random() < 0.5],
		['list', [anyValue(random, 1), anyValue(random, 1)]],
		['extra', {in: anyValue(random, 1)}],
		['any', anyValue(random, 0)],
	];
	return Object.fromEntries(all.filter(([name]) => name === 'first' || random() < 0.4));
}

function mendText(text: string, isWhole: boolean) {
	const written = {type: 'json', text} as const;
	return mend({format: 'hermes', name: 'act', arguments: written, isWhole, raw: text}, [tool]);
}

type Damage = readonly [
	title: string,
	how: (text: string, given: JsonObject, random: Random) => string,
];

const damages: readonly Damage[] = [
	['a trailing comma', text => text.replace(/\}$/, ',}')],
	['a lost bracket', text => text.slice(0, -1)],
	['a surplus bracket', text => `${text}}`],
	['encoding twice', text => JSON.stringify(text)],
	['encoding three times', text => JSON.stringify(JSON.stringify(text))],
	['encoding without its quotes', text => JSON.stringify(text).slice(1, -1)],
	['a fence', text => `\`\`\`json\n${text}\n\`\`\``],
	['being printed by Python', (_, given) => python(given)],
	['raw line breaks', text => text.replaceAll(/(?<!\\)((?:\\\\)*)\\n/g, '$1\n')],
	['quotes without their backslash', text => text.replaceAll('\\"', '"')],
	['halved backslashes', text => text.replaceAll('\\\\', '\\')],
	['one letter lost', (text, _, random) => without(text, Math.floor(random() * text.length))],
	['names without quotes', text => text.replaceAll(/"(first|second|count)":/g, '$1:')],
];

/** What stands in a text is a matter of the text: only the form of the whole is damaged. */
function without(text: string, at: number): string {
	return text.slice(0, at) + text.slice(at + 1);
}

function python(value: Json | undefined): string {
	if (typeof value === 'string') {
		const escaped = value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n');
		return `'${escaped}'`;
	}
	if (typeof value === 'boolean') {
		return value ? 'True' : 'False';
	}
	if (typeof value !== 'object' || value === null) {
		return value === null ? 'None' : JSON.stringify(value);
	}
	return Array.isArray(value)
		? `[${value.map(python).join(', ')}]`
		: `{${Object.entries(value)
				.map(([name, one]) => `${python(name)}: ${python(one)}`)
				.join(', ')}}`;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

describe('mending random calls', () => {
	it('leaves every well-formed call as it is', () => {
		for (let seed = 0; seed < seeds; seed += 1) {
			const given = argumentsOf(randomOf(seed));
			const mended = mendText(JSON.stringify(given), true);
			expect(mended, `seed ${seed}`).toEqual({
				type: 'call',
				name: 'act',
				arguments: given,
				changes: [],
			});
		}
	});

	it.each(damages)('reads after %s what was meant, or nothing', (title, damage) => {
		let read = 0;
		for (let seed = 0; seed < seeds; seed += 1) {
			const random = randomOf(seed);
			const given = argumentsOf(random);
			const whole = JSON.stringify(given);
			const text = damage(whole, given, random);
			const mended = text === whole ? null : mendText(text, true);
			// A text that is well-formed in spite of its damage means what it says.
			const isOther = isJson(text) && !title.startsWith('encoding');
			if (
				mended?.type === 'call' &&
				!isOther &&
				!isLostLetter(title, {given, mended: mended.arguments})
			) {
				read += 1;
				expect(mended.arguments, `seed ${seed}: ${text}`).toEqual(given);
				expect(mended.changes.length, `seed ${seed}: ${text}`).toBeGreaterThan(0);
			}
		}
		expect(title === 'one letter lost' || read > 0).toBe(true);
	});

	it('makes nothing of a text that was cut anywhere', () => {
		for (let seed = 0; seed < 40; seed += 1) {
			const whole = JSON.stringify(argumentsOf(randomOf(seed)));
			for (let at = 0; at <= whole.length; at += 1) {
				expect(mendText(whole.slice(0, at), false).type).toBe('unreadable');
			}
		}
	});

	it.each([
		['calls in calls', (pieces: number) => '{"first": "'.repeat(pieces)],
		['texts that end', (pieces: number) => `{"first": "${'", '.repeat(pieces)}"}`],
		['lists in lists', (pieces: number) => '['.repeat(pieces)],
		['fields', (pieces: number) => `{${'"a": "b", '.repeat(pieces)}`],
		['backslashes', (pieces: number) => `{'first': '${'\\'.repeat(pieces + 1)}'}`],
		['quotes behind a backslash', (pieces: number) => '{\\"'.repeat(pieces)],
	])('takes time in proportion to a text that is made to be slow: %s', async (_, make) => {
		const growth = await growthOf(50_000, pieces => {
			expect(mendText(make(pieces), true).type).toBe('unreadable');
		});
		expect(growth).toBeLessThan(proportionMax);
	});
});

/**
 * A letter lost inside a text, or a digit of a number, can't be seen: there the same shape is
 * enough. Everything else has to be right.
 */
function isLostLetter(
	title: string,
	{given, mended}: {given: JsonObject; mended: JsonObject},
): boolean {
	return (
		title === 'one letter lost' &&
		JSON.stringify(Object.keys(given)) === JSON.stringify(Object.keys(mended))
	);
}
