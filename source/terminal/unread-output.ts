import type {HeadTail} from './head-tail.ts';
import {type Rendered, renderOutput} from './model-output.ts';
import type {TerminalScreen} from './screen.ts';

/** The output that the model gets: everything since it last read. */
export type DrainedOutput = Rendered & {readonly bytes: number};

/**
 * Creates the reader of unread output. It waits until the screen has parsed all bytes, so that
 * output and screen match.
 */
export function createUnreadOutput({
	screen,
	output,
	hasEnded,
	startsAlternate: startsSo = false,
}: {
	screen: TerminalScreen;
	output: HeadTail;
	hasEnded: () => boolean;
	startsAlternate?: boolean;
}): {
	readonly take: () => Promise<DrainedOutput>;
	/** Returns whether a full-screen program was running where the unread output begins. */
	readonly startsAlternate: () => boolean;
} {
	let startsAlternate = startsSo;
	const take = async () => {
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
	return {take, startsAlternate: () => startsAlternate};
}
