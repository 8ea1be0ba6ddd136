import {describe, expect, it} from 'vitest';
import {malformed} from './corpus/malformed.ts';
import {negative} from './corpus/negative.ts';
import {spoken} from './corpus/spoken.ts';
import {wellFormed} from './corpus/well-formed.ts';
import {readPieces} from './read.ts';

const texts = [...wellFormed, ...malformed].map(({text}) => text);
const negatives = [...negative.map(([, text]) => text), ...spoken('in turn').map(({text}) => text)];
/** The slow test has every place, of every case; here each case has its turn at a few. */
const stride = 23;

describe('a reply that comes in two pieces', () => {
	it('is read as one that comes whole', () => {
		for (const [index, text] of [...texts, ...negatives].entries()) {
			const whole = readPieces([text]);
			for (let cut = index % stride; cut < text.length; cut += stride) {
				const parts = readPieces([text.slice(0, cut), text.slice(cut)]);
				expect(parts, `${cut} of ${text}`).toEqual(whole);
			}
		}
	});
});

describe('a reply that comes letter by letter', () => {
	it('is read as one that comes whole', () => {
		for (const text of [...texts, ...negatives]) {
			expect(readPieces(text.split('')), text).toEqual(readPieces([text]));
		}
	});
});
