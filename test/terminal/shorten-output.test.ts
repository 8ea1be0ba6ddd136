import {describe, expect, it} from 'vitest';
import {shortenOutput} from '../../source/terminal/shorten-output.ts';

const whole = (head: string) => ({head, omittedBytes: 0, tail: ''});

describe('output that is too long for the model', () => {
	it('is left alone when it fits', () => {
		expect(shortenOutput(whole('short\n'), 100)).toEqual({
			text: 'short\n',
			originalTokens: 2,
			omittedTokens: 0,
		});
	});

	it('keeps half of the room for the beginning and half for the end', () => {
		const text = `BEGIN${'x'.repeat(50_000)}END`;
		const {text: short, originalTokens, omittedTokens} = shortenOutput(whole(text), 100);
		const [first, mark, last] = short.split('\n');
		expect(first).toHaveLength(200);
		expect(last).toHaveLength(200);
		expect([first!.slice(0, 5), last!.slice(-3)]).toEqual(['BEGIN', 'END']);
		expect(mark).toBe('[… 49608 characters, about 12402 tokens, omitted …]');
		expect([originalTokens, omittedTokens]).toEqual([12_502, 12_402]);
	});

	it('cuts at the end of a line when one is near', () => {
		const lines = Array.from({length: 500}, (_, index) => `line ${index}`).join('\n');
		const {text} = shortenOutput(whole(lines), 200);
		const parts = text.split(/\n?\[….*?…]\n/);
		expect(parts).toHaveLength(2);
		for (const line of parts.join('\n').split('\n').filter(Boolean)) {
			expect(lines.split('\n')).toContain(line);
		}
	});

	it('counts what the buffer had already let go', () => {
		const short = shortenOutput({head: 'first\n', omittedBytes: 4000, tail: 'last\n'}, 100);
		expect(short.text).toBe('first\n\n[… 4000 characters, about 1000 tokens, omitted …]\nlast\n');
		expect(short.omittedTokens).toBe(1000);
	});

	it('tears neither a colour nor a character apart, and colours nothing beyond the cut', () => {
		for (let shift = 0; shift < 30; shift += 1) {
			const text = 'a'.repeat(shift) + '\u001B[31m😀\u001B[0m'.repeat(500);
			const {text: short} = shortenOutput(whole(text), 100);
			const [first = '', last = ''] = short.split(/\n\[….*?…]\n/);
			expect(first.endsWith('\u001B[0m')).toBe(true);
			const visible = (first + last).replace(/\u001B\[\d*m/g, '');
			expect(visible.replace(/^a+/, '').replaceAll('😀', '')).toBe('');
		}
	});
});
