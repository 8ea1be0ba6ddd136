import {expect, test} from 'vitest';
import {createSseReader, sseEvent} from '../../../source/proxy/translate/sse.ts';

const streams: readonly (readonly [string, string, readonly (readonly [string, string])[]])[] = [
	[
		'plain events',
		'data: a\n\ndata: b\n\n',
		[
			['', 'a'],
			['', 'b'],
		],
	],
	[
		'named events',
		'event: x\ndata: a\n\ndata: b\n\n',
		[
			['x', 'a'],
			['', 'b'],
		],
	],
	['no space after the colon', 'data:a\n\n', [['', 'a']]],
	['only the first space is taken off', 'data:  a\n\n', [['', ' a']]],
	[
		'CRLF',
		'event: x\r\ndata: a\r\n\r\ndata: b\r\n\r\n',
		[
			['x', 'a'],
			['', 'b'],
		],
	],
	['several data lines', 'data: a\ndata: b\n\n', [['', 'a\nb']]],
	['comments, ids and retries', ': ping\n\nid: 7\nretry: 1\ndata: a\n\n', [['', 'a']]],
	['an event without data is none', 'event: x\n\ndata: a\n\n', [['', 'a']]],
	[
		'the last event without its empty line',
		'data: a\n\ndata: {"b":1}',
		[
			['', 'a'],
			['', '{"b":1}'],
		],
	],
	[
		'the last event without any line end',
		'data: a\n\ndata: [DONE]',
		[
			['', 'a'],
			['', '[DONE]'],
		],
	],
	['a last line that was cut off', 'data: a\n\ndata: {"b"', [['', 'a']]],
	[
		'a field without a colon',
		'data\n\ndata: a\n\n',
		[
			['', ''],
			['', 'a'],
		],
	],
];

test.each(streams)('%s: read the same wherever it is cut', (_, text, expected) => {
	for (let cut = 0; cut <= text.length; cut += 1) {
		expect(read([text.slice(0, cut), text.slice(cut)])).toEqual(expected);
	}
	expect(read([...text])).toEqual(expected);
});

test('what is written is read back', () => {
	expect(read([sseEvent('{"a":1}', 'name'), sseEvent('x')])).toEqual([
		['name', '{"a":1}'],
		['', 'x'],
	]);
});

test('events that somebody has read already are not read again, wherever the text is cut', () => {
	const text =
		'data: skip 1\n\ndata: skip 2\n\nevent: name\ndata: skip 3\n\ndata: x\n\ndata: skip 4\n\n';
	for (let cut = 0; cut <= text.length; cut += 1) {
		const [skipped, read]: [string[], string[]] = [[], []];
		const skim = (all: string, at: number) => {
			const run = /^(?:data: skip \d\n\n)+/.exec(all.slice(at))?.[0] ?? '';
			skipped.push(...(run.match(/\d/g) ?? []));
			return at + run.length;
		};
		const reader = createSseReader((data, name) => read.push(`${name} ${data}`), {skim});
		reader.push(text.slice(0, cut));
		reader.push(text.slice(cut));
		const all = [...skipped, ...read.flatMap(each => each.match(/\d/g) ?? [])].toSorted();
		expect([all.join(''), read.includes('name skip 3'), read.includes(' x')]).toEqual([
			'1234',
			true,
			true,
		]);
	}
});

test('a long line in small pieces costs linear time', () => {
	const seen: number[] = [];
	const reader = createSseReader(data => seen.push(data.length));
	reader.push('data: ');
	const piece = 'x'.repeat(64);
	for (let count = 0; count < 65_536; count += 1) {
		reader.push(piece);
	}
	expect(reader.heldLength()).toBeGreaterThan(4_000_000);
	reader.push('\n\n');
	expect(seen).toEqual([65_536 * 64]);
});

function read(pieces: readonly string[]): readonly (readonly [string, string])[] {
	const events: (readonly [string, string])[] = [];
	const reader = createSseReader((data, name) => events.push([name, data]));
	for (const piece of pieces) {
		reader.push(piece);
	}
	reader.end();
	return events;
}
