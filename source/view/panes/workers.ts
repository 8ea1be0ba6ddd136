import {type PaneRecord, textColumns} from './pane-record.ts';

/**
 * The pane of the background workers and their queues. They are checked only while the pane is
 * shown.
 */
export const workers = {
	drawnBy: 'ink',
	// So that the key for the next pane skips it. It has a key and a command of its own.
	isEmpty: () => true,
	alarm: () => null,
	side: {
		where: 'in the workers',
		goTo: 'Go to the background workers',
		leaderKey: 'w',
		toggle: {
			words: 'Keep the background workers open beside the chat, or close them',
			leaderKey: 'W',
			brief: 'open workers',
		},
		isWanted: ({isOpen}) => isOpen,
		isFolded: () => false,
		hasLineAlone: false,
		isBelowChat: true,
		columns: (screenColumns, isFocused) =>
			isFocused
				? Math.min(textColumns, Math.round(screenColumns * 0.5))
				: Math.min(60, screenColumns - textColumns),
		rows: columnRows => Math.round(columnRows * 0.4),
	},
} as const satisfies PaneRecord;
