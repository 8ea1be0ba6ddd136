import {expect, test} from 'vitest';
import {defaultFrontEndSettings as settings} from '../../../source/events/settings.ts';
import {createTranscript} from '../../../source/view/transcript/cache.ts';
import {
	blockAtTop,
	following,
	jump,
	pageRows,
	reveal,
	type Scroll,
	scrollBy,
	scrollToTop,
	viewport,
} from '../../../source/view/transcript/scroll.ts';
import {createRandom, plainRows, testPaint} from '../markdown/fixture.ts';
import {call, chatState, growing, longState, measure, message, reply} from './fixture.ts';

const paint = testPaint();
const height = 10;

function open(state = longState(200), width = 60) {
	const transcript = createTranscript({paint, settings});
	transcript.update(state, width);
	return transcript;
}

function seen(transcript: ReturnType<typeof open>, scroll: Scroll): readonly string[] {
	return plainRows(viewport(transcript, scroll, height).rows);
}

test('it follows the end, exactly, also where nothing was measured', () => {
	const transcript = open();
	const all = open();
	measure(all);
	const rows = all.slice(0, all.rowsTotal());
	const view = viewport(transcript, following, height);
	expect(view.rows).toEqual(rows.slice(-height));
	expect(view.atEnd).toBe(true);
});

test('what is shorter than the viewport is shown whole', () => {
	const transcript = open(chatState([message('a')]));
	const view = viewport(transcript, following, height);
	expect(plainRows(view.rows)).toEqual(['❯ a']);
	expect(scrollBy(transcript, following, {rows: -5, height})).toEqual(following);
});

test('every row passes by once, up and down again', () => {
	const transcript = open();
	const reference = open();
	measure(reference);
	const rows = plainRows(reference.slice(0, reference.rowsTotal()));
	let scroll = following;
	for (let top = rows.length - height; top >= 0; top -= 7) {
		expect(seen(transcript, scroll)).toEqual(rows.slice(top, top + height));
		scroll = scrollBy(transcript, scroll, {rows: -7, height});
	}
	scroll = scrollToTop(transcript, height);
	for (let top = 0; top + height < rows.length; top += 7) {
		expect(seen(transcript, scroll)).toEqual(rows.slice(top, top + height));
		scroll = scrollBy(transcript, scroll, {rows: 7, height});
	}
	expect(scroll).toEqual(following);
});

test('an anchored viewport keeps still while the transcript grows below and is measured above', () => {
	const state = longState(200);
	const transcript = open(state);
	const scroll = scrollBy(transcript, following, {rows: -300, height});
	const before = seen(transcript, scroll);
	measure(transcript);
	expect(seen(transcript, scroll)).toEqual(before);
	const items = [...state.chat.items, growing('more\n\nand more', 'new')];
	transcript.update({...state, chat: {...state.chat, items}}, 60);
	expect(seen(transcript, scroll)).toEqual(before);
	transcript.toggle(transcript.blocks()[0]!.id);
	expect(seen(transcript, scroll)).toEqual(before);
});

test('an anchor inside a growing reply keeps its row', () => {
	const text = Array.from({length: 60}, (_, index) => `line ${index}`).join('\n');
	const transcript = open(chatState([growing(text, 'r')]));
	const scroll = scrollBy(transcript, following, {rows: -20, height});
	const before = seen(transcript, scroll);
	transcript.update(chatState([growing(`${text}\nmore\nmore`, 'r')]), 60);
	expect(seen(transcript, scroll)).toEqual(before);
	expect(before[0]).toBe('line 30');
});

test('another width keeps the block at the top, and coming back is exact', () => {
	const state = longState(200);
	const transcript = open(state);
	const scroll = scrollBy(transcript, following, {rows: -300, height});
	const before = seen(transcript, scroll);
	const block = viewport(transcript, scroll, height).places[0]!.block;
	for (const width of [200, 20, 33]) {
		transcript.update(state, width);
		expect(viewport(transcript, scroll, height).places[0]!.block).toBe(block);
	}
	transcript.update(state, 60);
	expect(seen(transcript, scroll)).toEqual(before);
});

test('inside a long block, another width keeps the part that was read', () => {
	const text = Array.from({length: 200}, (_, index) => `${index} ${'word '.repeat(20)}`).join(
		'\n\n',
	);
	const state = chatState([reply(text, {name: 'long'})]);
	const transcript = open(state, 120);
	const scroll = scrollBy(transcript, following, {rows: -180, height});
	const numberAtTop = () => Number(/^\d+/m.exec(seen(transcript, scroll).join('\n'))![0]);
	const before = numberAtTop();
	transcript.update(state, 40);
	expect(Math.abs(numberAtTop() - before)).toBeLessThanOrEqual(2);
});

test('following goes on at another width and another height', () => {
	const state = longState(50);
	const transcript = open(state);
	transcript.update(state, 31);
	const last = viewport(transcript, following, 3).rows;
	expect(viewport(transcript, following, 30).rows.slice(-3)).toEqual(last);
});

test('random moves never lose a row and never show one twice', () => {
	for (let seed = 0; seed < 20; seed += 1) {
		const random = createRandom(seed);
		const transcript = open(longState(100), 40);
		const reference = open(longState(100), 40);
		measure(reference);
		const rows = plainRows(reference.slice(0, reference.rowsTotal()));
		let top = rows.length - height;
		let scroll = following;
		for (let move = 0; move < 40; move += 1) {
			const by = random(120) - 60;
			scroll = scrollBy(transcript, scroll, {rows: by, height});
			top = Math.max(0, Math.min(rows.length - height, top + by));
			expect(seen(transcript, scroll), `seed ${seed}`).toEqual(rows.slice(top, top + height));
		}
	}
});

test('jumps go from message to message and from card to card', () => {
	const long = 'text\n\n'.repeat(20);
	const transcript = open(
		chatState([
			message('one'),
			reply(long, {name: '1'}),
			call('a'),
			message('two'),
			reply(long, {name: '2'}),
			call('b'),
			reply(long, {name: '3'}),
		]),
	);
	const step = (scroll: Scroll, to: 'message' | 'call', direction: 'next' | 'previous') =>
		jump(transcript, scroll, {to, direction, height});
	const top = (scroll: Scroll) => blockAtTop(transcript, scroll, height)?.id;
	const two = step(following, 'message', 'previous');
	expect(top(two)).toBe('message:two');
	expect(seen(transcript, two)[0]).toBe('❯ two');
	expect(top(step(two, 'message', 'previous'))).toBe('message:one');
	expect(top(step(two, 'call', 'next'))).toBe('call:b');
	expect(top(step(two, 'call', 'previous'))).toBe('call:a');
	expect(step(two, 'message', 'next')).toBe(two);
	const inside = scrollBy(transcript, two, {rows: 1, height});
	expect(top(step(inside, 'message', 'previous'))).toBe('message:two');
});

test('a row is brought into sight only where it is not', () => {
	const transcript = open();
	const far = {block: transcript.blocks()[10]!.id, offset: 0};
	const scroll = reveal(transcript, following, {place: far, height});
	expect(viewport(transcript, scroll, height).places).toContainEqual(far);
	expect(reveal(transcript, scroll, {place: far, height})).toBe(scroll);
});

test('an anchor whose block is gone follows the end', () => {
	const transcript = open();
	const scroll = scrollBy(transcript, following, {rows: -100, height});
	transcript.update(chatState([message('new')]), 60);
	expect(seen(transcript, scroll)).toEqual(['❯ new']);
});

test.each([
	[24, 'page', 23],
	[24, 'half', 12],
	[1, 'page', 1],
	[1, 'half', 1],
] as const)('of %i rows a %s is %i', (rows, part, count) => {
	expect(pageRows(rows, part)).toBe(count);
});
