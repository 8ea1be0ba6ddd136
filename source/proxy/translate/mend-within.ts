import {isTooDeep, jsonDepthMax} from '../../events/json.ts';
import type {Attempt, Mended, OfferedTool} from '../repair/attempt.ts';
import {mend} from '../repair/mend.ts';

/**
 * Repairs a call. If our own code throws, the call goes back to the model as unreadable, and the
 * rest of the answer is not affected.
 */
export function mendWithin(attempt: Attempt, tools: readonly OfferedTool[]): Mended {
	if (isTooDeep(attempt.raw)) {
		return unreadable(
			attempt,
			`Its arguments go deeper than ${jsonDepthMax} levels. Write them with fewer levels.`,
		);
	}
	try {
		return mend(attempt, tools);
	} catch {
		return unreadable(attempt, 'Its arguments could not be read. Write them in a simpler way.');
	}
}

function unreadable({name}: Attempt, why: string): Mended {
	return {type: 'unreadable', name, code: 'bad-arguments', why};
}
