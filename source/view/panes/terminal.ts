import type {State} from '../../state/state.ts';
import {type PaneRecord, textColumns} from './pane-record.ts';

/** The width of a terminal with 80 columns, for which most programs are made, and its border. */
const programColumns = 82;
const sharedColumnsMin = 60;

/** The smallest width in which a person can still follow the chat beside a program. */
const chatColumnsMin = 38;

/** The pane of the terminals. It shows up to four at once. */
export const terminal = {
	drawnBy: 'painter',
	isEmpty: ({terminals}) => terminals.length === 0,
	alarm({state}) {
		const running = state.terminals.filter(({ended}) => !ended).length;
		return running > 0 ? {token: 'status.busy', sign: `(${running})`} : null;
	},
	side: {
		where: 'in the terminal pane',
		goTo: 'Go to the terminals',
		leaderKey: 't',
		toggle: null,
		isWanted: ({hasTerminals}) => hasTerminals,
		isFolded: ({state}) => areRead(state),
		hasLineAlone: true,
		isBelowChat: true,
		// Who reads the chat needs its 80 columns; who types into a program gets 80 for the program.
		// The model reads a program's output itself, so on a screen that is too narrow for both, the
		// two sides share it evenly.
		columns(screenColumns, isFocused) {
			const even = Math.min(sharedColumnsMin, Math.floor(screenColumns / 2));
			const rest = Math.max(screenColumns - textColumns, even);
			return isFocused
				? Math.max(rest, Math.min(programColumns, screenColumns - chatColumnsMin))
				: rest;
		},
		rows: columnRows => Math.round(columnRows * 0.65),
	},
} as const satisfies PaneRecord;

/**
 * Whether the terminals may be folded: all programs have ended, and the person has sent a message
 * since. There is no timer, because the person may still be reading.
 */
function areRead({terminals, chat}: State): boolean {
	const ends = terminals.map(({openedAt, ended}) =>
		ended ? openedAt + ended.durationMs : Number.POSITIVE_INFINITY,
	);
	const message = chat.items.findLast(item => item.type === 'message');
	return message !== undefined && ends.every(end => end <= message.at);
}
