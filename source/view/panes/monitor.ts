import {countingDown} from '../../state/select.ts';
import {type PaneRecord, textColumns} from './pane-record.ts';

/** The pane that shows every layer between the person and the model, and the watchdog. */
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
		toggle: {
			words: 'Keep the monitor open beside the chat, or fold it to a line',
			leaderKey: 'M',
			brief: 'open monitor',
		},
		isWanted: ({isOpen, hasTerminals, isWide}) => hasTerminals || (isWide && isOpen),
		isFolded: ({isOpen}) => !isOpen,
		// When its line is hidden, the status line shows its dots.
		hasLineAlone: false,
		// On a small screen the chat needs these rows more.
		isBelowChat: false,
		columns(screenColumns, isFocused) {
			const [share, most] = isFocused
				? [0.45, 80]
				: [0.3, Math.min(48, screenColumns - textColumns)];
			return Math.min(most, Math.round(screenColumns * share));
		},
		rows: columnRows => Math.min(16, Math.round(columnRows * 0.35)),
	},
} as const satisfies PaneRecord;
