import type {PaneRecord} from './pane-record.ts';

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
		isWanted: ({hasTerminals}) => hasTerminals,
		isBelowChat: true,
		// A program gets its 80 columns if the chat can spare them.
		columns(screenColumns) {
			const half = Math.floor(screenColumns / 2);
			return screenColumns >= 160 ? Math.max(half, 82) : half;
		},
		rows: columnRows => Math.round(columnRows * 0.65),
	},
} as const satisfies PaneRecord;
