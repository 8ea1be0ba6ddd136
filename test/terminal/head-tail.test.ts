import {describe, expect, it} from 'vitest';
import {createHeadTail, outputBytesMax} from '../../source/terminal/head-tail.ts';

const push = (buffer: ReturnType<typeof createHeadTail>, text: string) =>
	buffer.push(Buffer.from(text));

describe('the head-and-tail buffer', () => {
	it('gives back what was pushed, once', () => {
		const buffer = createHeadTail(100);
		push(buffer, 'one ');
		push(buffer, 'two');
		expect(buffer.size()).toBe(7);
		expect(buffer.drain({isFinal: true}).head.toString()).toBe('one two');
		expect(buffer.drain({isFinal: true})).toMatchObject({omittedBytes: 0, totalBytes: 0});
	});

	it.each([0, 4, 10, 13, 20, 21, 57])('goes on from its copy after %i bytes', before => {
		const all = Array.from({length: 90}, (_, index) => String(index % 10)).join('');
		const whole = createHeadTail(20);
		push(whole, all);
		const first = createHeadTail(20);
		push(first, all.slice(0, before));
		const second = createHeadTail(20, JSON.parse(JSON.stringify(first.copy())));
		push(second, all.slice(before));
		expect(second.peek()).toEqual(whole.peek());
	});

	it.each([1, 3, 7, 10, 11, 64, 1000])('keeps beginning and end whatever the pieces: %i', size => {
		const buffer = createHeadTail(20);
		const all = Array.from({length: 100}, (_, index) => String(index % 10)).join('');
		for (let at = 0; at < all.length; at += size) {
			push(buffer, all.slice(at, at + size));
		}
		const {head, tail, omittedBytes, totalBytes} = buffer.drain({isFinal: true});
		expect([head.toString(), tail.toString()]).toEqual([all.slice(0, 10), all.slice(-10)]);
		expect([omittedBytes, totalBytes]).toEqual([80, 100]);
	});

	it.each([20, 19, 1, 0])('omits nothing as long as it all fits: %i bytes', length => {
		const buffer = createHeadTail(20);
		push(buffer, 'x'.repeat(length));
		const {head, tail, omittedBytes} = buffer.drain({isFinal: true});
		expect([head.length, tail.length, omittedBytes]).toEqual([length, 0, 0]);
	});

	it('holds half a character and half an escape back for the next drain', () => {
		const text = Buffer.from('a漢\u001B[31mz');
		for (let cut = 0; cut <= text.length; cut += 1) {
			const buffer = createHeadTail(100);
			buffer.push(text.subarray(0, cut));
			const first = buffer.drain({isFinal: false}).head.toString();
			buffer.push(text.subarray(cut));
			const second = buffer.drain({isFinal: true}).head.toString();
			expect(first + second).toBe('a漢\u001B[31mz');
			expect(first).not.toContain('\uFFFD');
		}
	});

	it('gives everything at the end, halves included', () => {
		const buffer = createHeadTail(100);
		buffer.push(Buffer.from('漢').subarray(0, 2));
		expect(buffer.drain({isFinal: true}).head).toHaveLength(2);
	});

	it('leaves no half character on either side of the gap', () => {
		const buffer = createHeadTail(20);
		push(buffer, '漢'.repeat(40));
		const {head, tail, omittedBytes} = buffer.drain({isFinal: true});
		expect(head.toString()).toBe('漢漢漢');
		expect(tail.toString()).toBe('漢漢漢');
		expect(omittedBytes).toBe(120 - 18);
	});

	it('stays within its limit under a flood', () => {
		const buffer = createHeadTail();
		const piece = Buffer.alloc(65_536, 'x');
		for (let count = 0; count < 100; count += 1) {
			buffer.push(piece);
		}
		const {head, tail, omittedBytes} = buffer.peek();
		expect(head.length + tail.length).toBe(outputBytesMax);
		expect(omittedBytes).toBe(100 * 65_536 - outputBytesMax);
	});
});
