import type {HeadTail} from './head-tail.ts';
import {type Rendered, renderOutput} from './model-output.ts';
import type {Screen} from './screen.ts';

/** What the model is given: everything since the last time. */
export type Taken = Rendered & {readonly bytes: number};

/** The bytes are taken when the screen has had them all, so that both tell of the same moment. */
export function createTaker({
	screen,
	output,
	hasEnded,
}: {
	screen: Screen;
	output: HeadTail;
	hasEnded: () => boolean;
}): () => Promise<Taken> {
	let startsAlternate = false;
	return async () => {
		await screen.flush();
		const drained = output.drain({isFinal: hasEnded()});
		const begins = startsAlternate;
		startsAlternate = screen.modes().isAlternate;
		const rendered = await renderOutput(drained, {
			size: screen.size(),
			startsAlternate: begins,
		});
		return {...rendered, bytes: drained.totalBytes};
	};
}
