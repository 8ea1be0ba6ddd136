import {expect, it} from 'vitest';
import {malformed} from '../proxy/repair/corpus/malformed.ts';
import {negative} from '../proxy/repair/corpus/negative.ts';
import {spoken} from '../proxy/repair/corpus/spoken.ts';
import {wellFormed} from '../proxy/repair/corpus/well-formed.ts';
import {readPieces} from '../proxy/repair/read.ts';
import {readReply} from '../proxy/repair/score.ts';

const texts = [
	...[...wellFormed, ...malformed].map(({text}) => text),
	...negative.map(([, text]) => text),
	...spoken('in turn').map(({text}) => text),
];

it('every case of the corpus, cut at every place, is read as it is whole', () => {
	for (const text of texts) {
		const whole = JSON.stringify(readPieces([text]));
		for (let cut = 1; cut < text.length; cut += 1) {
			const parts = readPieces([text.slice(0, cut), text.slice(cut)]);
			if (JSON.stringify(parts) !== whole) {
				expect(parts, `${cut} of ${text}`).toEqual(JSON.parse(whole));
			}
		}
	}
}, 120_000);

it('no way to show a call, in any language and any format, makes one', () => {
	const called = spoken('all').filter(({text}) => readReply([text], {}).calls.length > 0);
	expect(called).toEqual([]);
}, 120_000);
