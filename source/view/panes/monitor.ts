import {countingDown} from '../../state/select.ts';
import type {PaneRecord} from './pane-record.ts';

/** Every layer between a person and the model, and the watchdog. */
export const monitor = {
	drawnBy: 'ink',
	isEmpty: () => false,
	alarm({state, isProxySilent}) {
		const isProxyLost = state.proxy.status === 'down' || isProxySilent;
		return isProxyLost || countingDown(state) ? {token: 'status.error', sign: '!'} : null;
	},
	side: {
		where: 'in the monitor',
		goTo: 'Go to the monitor',
		leaderKey: 'm',
		// Beside an idle chat it tells nothing. With terminals the column exists anyway.
		isWanted: ({ui, hasTerminals}) => ui.monitor && hasTerminals,
		// The chat needs these rows more.
		isBelowChat: false,
		columns(screenColumns, isFocused) {
			const [share, most] = isFocused ? [0.45, 80] : [0.3, 48];
			return Math.min(most, Math.round(screenColumns * share));
		},
		rows: columnRows => Math.min(16, Math.round(columnRows * 0.35)),
	},
} as const satisfies PaneRecord;
