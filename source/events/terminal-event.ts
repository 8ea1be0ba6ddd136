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
		 * Identifies the process, so that a later run finds it if it outlives a crash. Only for this
		 * machine.
		 */
		process: optional(ownProcess),
		/**
		 * Identifies the terminal in a tmux on another machine, so that a later run continues with it.
		 */
		kept: optional(keptTerminal),
	},
	/** A later run goes on with a terminal that was kept on its host. */
	'terminal.returned': {terminal: terminalId, host: hostId},
	'terminal.exited': {
		terminal: terminalId,
		exitCode: nullable(number),
		signal: nullable(text),
		/** Why it is unknown how the program ended, or whether it did. */
		lost: optional(text),
		/** The program has ended, but it is unknown how, because an earlier process had started it. */
		unseen: optional(flag),
		durationMs: number,
	},
	'terminal.closed': {terminal: terminalId},
	/** The program was asked to end, and its host did not answer; the host is asked again later. */
	'terminal.unconfirmed': {
		terminal: terminalId,
		host: hostId,
		title: text,
		process: farProcess,
		/** How long the host had been silent at that time. */
		silentMs: number,
		call: optional(callId),
	},
	/** What the host answered later. */
	'terminal.confirmed': {
		terminal: terminalId,
		host: hostId,
		/** Processes that could not be ended; null if that can no longer be found out. */
		left: nullable(listOf(number)),
		call: optional(callId),
	},
	/**
	 * Recorded at resume: an earlier run was killed, and a program that it had started is still
	 * running.
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
		/** Determined from kernel facts, never from the program's text. */
		waiting: typed<'input' | 'password' | null>(nullable(text)),
	},
	/**
	 * `other` means a person at another screen than the one that gets this event. No journal contains
	 * it.
	 */
	'terminal.controlled': {terminal: terminalId, by: oneOf('model', 'user', 'other')},
	/** The model wants to type, or waits until it may, while the user has the keyboard. */
	'terminal.wanted': {
		terminal: terminalId,
		/** When the keyboard goes to the model automatically, unless the user presses a key before. */
		until: optional(number),
	},
	/** The text that the model typed, shortened; it is shown for a moment. */
	'terminal.typed': {terminal: terminalId, text},
	/** What the user allows the model to do with this terminal from now on. */
	'terminal.allowed': {terminal: terminalId, what: oneOf('see', 'type-hidden')},
} as const;
