import {expect, it} from 'vitest';
import {isLong} from '../helpers/often.ts';
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

/** With `LONG=1` at every place; else at some, which are others in each text. */
const step = isLong ? 1 : 19;

it('every case of the corpus, cut anywhere, is read as it is whole', () => {
	for (const [index, text] of texts.entries()) {
		const whole = JSON.stringify(readPieces([text]));
		for (let cut = 1 + (index % step); cut < text.length; cut += step) {
			const parts = readPieces([text.slice(0, cut), text.slice(cut)]);
			if (JSON.stringify(parts) !== whole) {
				expect(parts, `${cut} of ${text}`).toEqual(JSON.parse(whole));
			}
		}
	}
});

it('no way to show a call, in any language and any format, makes one', () => {
	const some = spoken('all').filter((_, index) => index % step === 0);
	const called = some.filter(({text}) => readReply([text], {}).calls.length > 0);
	expect(called).toEqual([]);
});
