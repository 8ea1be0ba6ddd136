import {waitingCalls} from '../../state/select.ts';
import type {PaneRecord} from './pane-record.ts';

/** The pane with the transcript, the waiting card and the composer. */
export const chat = {
	drawnBy: 'painter',
	isEmpty: () => false,
	alarm: ({state}) => (waitingCalls(state).length > 0 ? {token: 'status.warn', sign: '?'} : null),
	side: null,
} as const satisfies PaneRecord;
