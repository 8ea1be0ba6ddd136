import type {Live} from '../events/live.ts';
import {type Meter, ownReading} from '../events/meter.ts';

/**
 * Prints what a slow model server does before its answer begins: each new step, and its progress
 * every ten percent.
 */
export function tellReading(meter: Live<Meter>, say: (words: string) => void): () => void {
	let last = '';
	return meter.subscribe(() => {
		const words = ownReading(meter.snapshot());
		const step = words?.replace(/\d %$/, '0 %') ?? '';
		if (words !== null && step !== last) {
			say(words);
		}
		last = step;
	});
}
