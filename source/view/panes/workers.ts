import {type PaneRecord, textColumns} from './pane-record.ts';

/** Background workers and their queues. They are looked at only while the pane is shown. */
export const workers = {
	drawnBy: 'ink',
	// The key for the next pane skips it: it is opened by its own key or command.
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
