import {
	flag,
	listOf,
	nullable,
	number,
	oneOf,
	optional,
	record,
	text,
	typed,
} from './check-shape.ts';
import {callId, farProcess, hostId, keptTerminal, ownProcess, terminalId} from './value-shapes.ts';

export const terminalShapes = {
	'terminal.opened': {
		terminal: terminalId,
		title: text,
		host: hostId,
		cwd: text,
		owner: oneOf('model', 'user'),
		call: optional(callId),
		/**
		 * Identifies the terminal's process, so that a later run recognises it after a crash of ours.
		 * Set only on this machine.
		 */
		process: optional(ownProcess),
		/**
		 * Identifies a terminal in a tmux on another machine, so that a later run can continue to use
		 * it.
		 */
		kept: optional(keptTerminal),
	},
	/** A later run uses a terminal again that was kept on its host. */
	'terminal.returned': {terminal: terminalId, host: hostId},
	'terminal.exited': {
		terminal: terminalId,
		exitCode: nullable(number),
		signal: nullable(text),
		/** Set if it is unknown how the program ended, or whether it did: the reason. */
		lost: optional(text),
		/**
		 * The program has ended, but how is unknown, because an earlier process of ours had started it.
		 */
		unseen: optional(flag),
		durationMs: number,
	},
	'terminal.closed': {terminal: terminalId},
	/** We asked the program to end, but its host did not answer. The host is asked again later. */
	'terminal.unconfirmed': {
		terminal: terminalId,
		host: hostId,
		title: text,
		process: farProcess,
		/** How long the host had been silent when this was recorded. */
		silentMs: number,
		call: optional(callId),
	},
	/** The answer of that host, when it could be reached again. */
	'terminal.confirmed': {
		terminal: terminalId,
		host: hostId,
		/** Ids of processes that could not be ended; null if that can no longer be found out. */
		left: nullable(listOf(number)),
		call: optional(callId),
	},
	/**
	 * Recorded when a session is resumed after a crash, for each terminal of the earlier run whose
	 * program still runs.
	 */
	'terminal.survived': {
		terminal: terminalId,
		title: text,
		process: ownProcess,
		running: listOf(record({pid: number, name: text})),
	},
	/** The programs that outlived the crash have ended, or could not be ended. */
	'terminal.settled': {terminal: terminalId, left: listOf(number)},
	'terminal.waited': {
		terminal: terminalId,
		/** What the program waits for, determined from the kernel, never from the program's text. */
		waiting: typed<'input' | 'password' | null>(nullable(text)),
	},
	/**
	 * `other`: a person at another screen than the one that gets this event. The journal never
	 * contains it.
	 */
	'terminal.controlled': {terminal: terminalId, by: oneOf('model', 'user', 'other')},
	/** The model wants to type, or waits until it may, while the user has the keyboard. */
	'terminal.wanted': {
		terminal: terminalId,
		/** When the keyboard goes back to the model, unless the user presses a key before. */
		until: optional(number),
	},
	/** The text that the model typed, shortened. Screens show it for a moment. */
	'terminal.typed': {terminal: terminalId, text},
	/** What the user allows the model to do with this terminal from now on. */
	'terminal.allowed': {terminal: terminalId, what: oneOf('see', 'type-hidden')},
} as const;
