import {isTooDeep, jsonDepthMax} from '../../events/json.ts';
import type {Attempt, Mended, OfferedTool} from '../repair/attempt.ts';
import {mend} from '../repair/mend.ts';

/**
 * A call that can't be looked into goes back to the model like any other that can't be read: it is
 * no reason to end the answer that it stands in.
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
