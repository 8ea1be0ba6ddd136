import {listOf, nullable, number, oneOf, optional, record, text, typed} from './check-shape.ts';
import {callId, farProcess, hostId, keptTerminal, ownProcess, terminalId} from './value-shapes.ts';

export const terminalShapes = {
	'terminal.opened': {
		terminal: terminalId,
		title: text,
		host: hostId,
		cwd: text,
		owner: oneOf('model', 'user'),
		call: optional(callId),
		/** Only on this machine: by it a later run finds what outlived a crash of this one. */
		process: optional(ownProcess),
		/** Only in a tmux on another machine: by it a later run goes on with the same terminal. */
		kept: optional(keptTerminal),
	},
	/** A later run goes on with a terminal that was kept on its host. */
	'terminal.returned': {terminal: terminalId, host: hostId},
	'terminal.exited': {
		terminal: terminalId,
		exitCode: nullable(number),
		signal: nullable(text),
		/** Why nobody knows how it ended, or whether it did. */
		lost: optional(text),
		durationMs: number,
	},
	'terminal.closed': {terminal: terminalId},
	/** It was asked to end, and its host did not answer: it is asked again later. */
	'terminal.unconfirmed': {
		terminal: terminalId,
		host: hostId,
		title: text,
		process: farProcess,
		/** How long the host had been silent by then. */
		silentMs: number,
		call: optional(callId),
	},
	/** What the host answered later. */
	'terminal.confirmed': {
		terminal: terminalId,
		host: hostId,
		/** Processes that could not be ended; null if nobody can know any more. */
		left: nullable(listOf(number)),
		call: optional(callId),
	},
	/** Found at resume: an earlier run was killed, and what it had started goes on. */
	'terminal.survived': {
		terminal: terminalId,
		title: text,
		process: ownProcess,
		running: listOf(record({pid: number, name: text})),
	},
	/** What outlived the crash runs no more, or could not be ended. */
	'terminal.settled': {terminal: terminalId, left: listOf(number)},
	'terminal.waited': {
		terminal: terminalId,
		/** From facts of the kernel, never from the program's text. */
		waiting: typed<'input' | 'password' | null>(nullable(text)),
	},
	/** `other`: a person at another screen than the one that is told this. No journal holds it. */
	'terminal.controlled': {terminal: terminalId, by: oneOf('model', 'user', 'other')},
	/** The model would type, or waits until it may, while the user has the keyboard. */
	'terminal.wanted': {
		terminal: terminalId,
		/** When it goes to the model by itself, unless a key is pressed before. */
		until: optional(number),
	},
	/** What the model typed, shortened, for a moment's notice. */
	'terminal.typed': {terminal: terminalId, text},
	/** What the user lets the model do with this terminal from now on. */
	'terminal.allowed': {terminal: terminalId, what: oneOf('see', 'type-hidden')},
} as const;
