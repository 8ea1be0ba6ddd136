import {expect, test} from 'vitest';
import {defaultFrontEndSettings as settings} from '../../../source/events/settings.ts';
import {createTranscript, renderedBlocksMax} from '../../../source/view/transcript/cache.ts';
import {createRandom, plainRows, testPaint} from '../markdown/fixture.ts';
import {call, chatState, ended, growing, longState, measure, message, reply} from './fixture.ts';

const paint = testPaint();

/** Counts how often something is painted, which is what rendering costs. */
function countingTranscript() {
	const work = {painted: 0};
	const counting = {
		...paint,
		open: (token: Parameters<typeof paint.open>[0]) => {
			work.painted += 1;
			return paint.open(token);
		},
		style: (token: Parameters<typeof paint.open>[0], text: string) => {
			work.painted += 1;
			return paint.style(token, text);
		},
	};
	return {transcript: createTranscript({paint: counting, settings}), counting, work};
}

function allRows(state: ReturnType<typeof chatState>, width: number): readonly string[] {
	const transcript = createTranscript({paint, settings});
	transcript.update(state, width);
	return transcript.blocks().flatMap((_, index) => transcript.rowsOf(index));
}

test('a transcript is its blocks, one below the other', () => {
	const transcript = createTranscript({paint, settings});
	transcript.update(chatState([message('a'), reply('b'), call('1'), call('2')]), 40);
	expect(plainRows(transcript.slice(0, 100))).toEqual([
		'❯ a',
		'',
		'b',
		'',
		'✓ run  run 1 · 1.5 s',
		'  done',
		'✓ run  run 2 · 1.5 s',
		'  done',
	]);
	expect(transcript.rowsTotal()).toBe(8);
	expect(transcript.rowsBefore(transcript.indexOf('call:2')!)).toBe(6);
	expect(transcript.blockAt(7)).toEqual({block: 'call:2', offset: 1});
	expect(transcript.blockAt(99)).toEqual({block: 'call:2', offset: 1});
});

test('an empty transcript has no rows', () => {
	const transcript = createTranscript({paint, settings});
	transcript.update(chatState([]), 40);
	expect(transcript.slice(0, 10)).toEqual([]);
	expect(transcript.blockAt(0)).toBe(null);
	expect(transcript.rowsTotal()).toBe(0);
});

test('wherever a slice begins, it continues as the whole does', () => {
	const state = longState(120);
	const rows = allRows(state, 50);
	for (let seed = 0; seed < 40; seed += 1) {
		const random = createRandom(seed);
		const transcript = createTranscript({paint, settings});
		transcript.update(state, 50);
		measure(transcript, random(200));
		const from = random(transcript.rowsTotal());
		const slice = transcript.slice(from, 20);
		const place = transcript.blockAt(from)!;
		const start = transcript.indexOf(place.block)!;
		const exact = transcript
			.blocks()
			.slice(0, start)
			.reduce((sum, _, index) => sum + transcript.rowsOf(index).length, place.offset);
		expect(slice, `seed ${seed}`).toEqual(rows.slice(exact, exact + 20));
	}
});

test('once everything is measured, sums are exact', () => {
	const state = longState(300);
	const transcript = createTranscript({paint, settings});
	transcript.update(state, 33);
	measure(transcript);
	const rows = allRows(state, 33);
	expect(transcript.rowsTotal()).toBe(rows.length);
	expect(transcript.slice(0, rows.length)).toEqual(rows);
});

test('only what changed is rendered again', () => {
	const {transcript, work} = countingTranscript();
	const state = longState(3000);
	const items = [...state.chat.items, growing('a **b**', 'last')];
	const grown = (text: string) => ({
		...state,
		chat: {...state.chat, items: items.with(-1, growing(text, 'last'))},
	});
	const frame = (text: string) => {
		work.painted = 0;
		transcript.update(grown(text), 80);
		const from = transcript.rowsTotal() - 40;
		transcript.slice(Math.max(0, from), 40);
		return work.painted;
	};
	frame('a **b**');
	expect(frame('a **b** c')).toBeLessThan(20);
	expect(frame('a **b** c d')).toBeLessThan(20);
});

test('a new width costs what is in sight, not what was said', () => {
	const cost = (messages: number) => {
		const {transcript, work} = countingTranscript();
		const state = longState(messages);
		transcript.update(state, 80);
		measure(transcript);
		work.painted = 0;
		transcript.update(state, 60);
		transcript.rowsOf(transcript.blocks().length - 1);
		transcript.slice(transcript.rowsTotal() - 40, 40);
		return work.painted;
	};
	expect(cost(6000)).toBeLessThan(cost(60) * 3);
});

test('what was rendered long ago is let go, and comes back the same', () => {
	const state = longState(renderedBlocksMax * 3);
	const transcript = createTranscript({paint, settings});
	transcript.update(state, 60);
	const first = transcript.rowsOf(4);
	for (const [index] of transcript.blocks().entries()) {
		transcript.rowsOf(index);
	}
	expect(transcript.rowsOf(4)).not.toBe(first);
	expect(transcript.rowsOf(4)).toEqual(first);
});

test('a block unfolds and folds in place', () => {
	const output = 'x\n'.repeat(30);
	const state = chatState([
		call('1', {status: ended({status: 'ok', result: {output}})}),
		message('a'),
	]);
	const transcript = createTranscript({paint, settings});
	transcript.update(state, 40);
	const folded = transcript.slice(0, 100);
	transcript.toggle('call:1');
	expect(transcript.slice(0, 100)).toHaveLength(33);
	transcript.toggle('call:1');
	expect(transcript.slice(0, 100)).toEqual(folded);
});

test('a call that ends shows its outcome', () => {
	const transcript = createTranscript({paint, settings});
	const running = chatState([
		call('1', {status: {type: 'running', startedAt: 1, note: ''}}),
		message('a'),
	]);
	transcript.update(running, 40);
	expect(plainRows(transcript.slice(0, 1))).toEqual(['● run  run 1']);
	transcript.update({...running, calls: chatState([call('1')]).calls}, 40);
	expect(plainRows(transcript.slice(0, 2))).toEqual(['✓ run  run 1 · 1.5 s', '  done']);
});

test('sums follow a block that grows and shrinks', () => {
	const transcript = createTranscript({paint, settings});
	const total = (text: string) => {
		transcript.update(chatState([message('a'), growing(text, 'r'), message('b')]), 40);
		transcript.slice(0, 100);
		return transcript.rowsTotal();
	};
	expect([total('x'), total('x\n\ny\n\nz'), total('x\n\ny')]).toEqual([5, 9, 7]);
	expect(transcript.rowsBefore(transcript.indexOf('message:b')!)).toBe(5);
});

test('another session takes the place of the one before', () => {
	const transcript = createTranscript({paint, settings});
	transcript.update(longState(50), 40);
	measure(transcript, 50);
	transcript.update(chatState([message('new')]), 40);
	expect(plainRows(transcript.slice(0, 10))).toEqual(['❯ new']);
	expect(transcript.rowsTotal()).toBe(1);
	expect(transcript.indexOf('message:question 0 ')).toBeUndefined();
});

test('another theme paints everything anew', () => {
	const transcript = createTranscript({paint, settings});
	transcript.update(chatState([message('a')]), 40);
	const dark = transcript.slice(0, 1);
	transcript.repaint({paint: testPaint('light'), settings});
	expect(transcript.slice(0, 1)).not.toEqual(dark);
});

test('other settings render everything anew', () => {
	const {transcript, counting, work} = countingTranscript();
	transcript.update(chatState([message('a')]), 40);
	transcript.slice(0, 1);
	const {painted} = work;
	transcript.slice(0, 1);
	expect(work.painted).toBe(painted);
	transcript.repaint({paint: counting, settings: {...settings, bell: true}});
	transcript.slice(0, 1);
	expect(work.painted).toBe(2 * painted);
});

test('a growing reply ends as one that came at once', () => {
	const transcript = createTranscript({paint, settings});
	const text = '# T\n\nsome **text**\n\n```ts\nconst a = 1;\n```\n- x';
	for (let length = 1; length <= text.length; length += 3) {
		transcript.update(chatState([growing(text.slice(0, length), 'r')]), 40);
		transcript.slice(0, 50);
	}
	transcript.update(chatState([reply(text, {name: 'r'})]), 40);
	expect(transcript.slice(0, 50)).toEqual(allRows(chatState([reply(text)]), 40));
});
