import type {Attempt, Mended} from '../repair/attempt.ts';
import {type Echo, echoQuestion} from './echoes.ts';

export type Shapes = {
	/**
	 * Returns whether the model has always written its calls in another format, so that it is asked
	 * whether it means this one.
	 */
	readonly isOther: (format: string) => boolean;
	/** Call this when a call in this format may run. */
	readonly good: (format: string) => void;
};

/** Returns the question for the model whether it means this call; null if there is no doubt. */
export function doubtOf(
	attempt: Attempt,
	{echo, shapes}: {readonly echo: ReturnType<Echo>; readonly shapes: Shapes | undefined},
): string | null {
	if (attempt.isUnclear) {
		return unclearWords;
	}
	if (echo === 'perhaps') {
		return echoQuestion;
	}
	return shapes?.isOther(attempt.format) === true ? otherShapeWords : null;
}

const otherShapeWords =
	'You have written all calls before it in another form. If you mean it, write it again in that form, alone and as the last thing that you say; if you only show it, put it into a code fence.';

const unclearWords =
	'It stands where it may as well be an example. If you mean it, write the call again, alone and as the last thing that you say; if you only show it, put it into a code fence.';

export function unclearCall(name: string, why: string): Mended {
	return {type: 'unreadable', name, code: 'unclear', why};
}
