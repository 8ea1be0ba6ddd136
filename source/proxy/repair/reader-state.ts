import type {OfferedTool, ReadPart} from './attempt.ts';
import type {Open, Pending} from './reader-attempt.ts';
import type {Openers} from './reader-openers.ts';
import type {Prose} from './reader-prose.ts';
import type {TextPosition} from './text-position.ts';

export type ReaderState = {
	readonly tools: readonly OfferedTool[];
	readonly emit: (part: ReadPart) => void;
	readonly place: TextPosition;
	readonly openers: Openers;
	readonly prose: Prose;
	/** The attempt that is being collected, and those that wait for the text after them. */
	open: Open | null;
	pending: Pending | null;
	rereadCharacters: number;
	/** From now on, all text is plain text. */
	isDeaf: boolean;
	hasWords: boolean;
};

export function emitText(state: ReaderState, text: string): void {
	if (text === '') {
		return;
	}
	if ((state.place.since !== null || !state.hasWords) && /\S/.test(text)) {
		state.place.since = null;
		state.hasWords = true;
	}
	state.emit({type: 'text', text});
}

export type Beginning = Pick<Open, 'format' | 'judgement' | 'length'> & {readonly rest: string};

/** Starts to collect an attempt. Returns the text after its opener. */
export function begin(state: ReaderState, {format, judgement, length, rest}: Beginning): string {
	const opened = rest.slice(0, length);
	const isShown = judgement.type === 'shown';
	state.open = {
		format,
		judgement,
		collector: format.collect(opened),
		pieces: isShown ? [] : [opened],
		run: '',
		length,
	};
	if (isShown) {
		emitText(state, opened);
	}
	return rest.slice(length);
}
