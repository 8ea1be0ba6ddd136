import type {State} from '../../state/state.ts';
import {type PaneRecord, textColumns} from './pane-record.ts';

/** The width for which most programs are made, including the border. */
const programColumns = 82;
const sharedColumnsMin = 60;

/** The smallest width in which the chat can be followed beside a program. */
const chatColumnsMin = 38;

/** Programs in PTYs, up to four at once. */
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
		// Text can be read in its 80 columns. Who types into a program gives it 80 of its own. The
		// model reads what a program prints, so on a screen for less than both they share it evenly.
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
 * Whether the ended terminals can be folded: nothing runs any more, and the person has sent another
 * message since. No timer does this, since the person may still be reading.
 */
function areRead({terminals, chat}: State): boolean {
	const ends = terminals.map(({openedAt, ended}) =>
		ended ? openedAt + ended.durationMs : Number.POSITIVE_INFINITY,
	);
	const message = chat.items.findLast(item => item.type === 'message');
	return message !== undefined && ends.every(end => end <= message.at);
}
