import {expect, it} from 'vitest';
import {failed} from '../../source/events/failure.ts';
import type {Outcome} from '../../source/events/outcome.ts';
import {clientGone, endOf} from '../../source/turn/call.ts';

const never = new AbortController().signal;
const lost = {status: 'lost', failure: failed('unreachable', 'gone'), result: {}} as const;

it.each<[Outcome, AbortSignal, string]>([
	[{status: 'ok', result: {}}, never, 'ok'],
	[{status: 'failed', failure: failed('timeout', 'late'), result: {}}, never, 'timeout'],
	[{status: 'failed', failure: failed('not-found', 'none'), result: {}}, never, 'tool-error'],
	[lost, never, 'tool-error'],
	[{status: 'cancelled'}, AbortSignal.abort(), 'cancelled'],
	[{status: 'cancelled'}, AbortSignal.abort(clientGone), 'client-gone'],
	[{status: 'interrupted'} as Outcome, never, 'crash'],
])(
	'the call of another agent that ended as %j is recorded in one word',
	(outcome, signal, word) => {
		expect(endOf(outcome, signal)).toBe(word);
	},
);
