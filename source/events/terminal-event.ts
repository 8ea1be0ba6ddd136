import type {FarProcess, OwnProcess} from './hop.ts';
import type {CallId, HostId, TerminalId} from './ids.ts';

export type TerminalEvent =
	| {
			readonly type: 'terminal.opened';
			readonly terminal: TerminalId;
			readonly title: string;
			readonly host: HostId;
			readonly cwd: string;
			readonly owner: 'model' | 'user';
			readonly call?: CallId;
			/** Only on this machine: by it a later run finds what outlived a crash of this one. */
			readonly process?: OwnProcess;
	  }
	| {
			readonly type: 'terminal.exited';
			readonly terminal: TerminalId;
			readonly exitCode: number | null;
			readonly signal: string | null;
			/** Why nobody knows how it ended, or whether it did. */
			readonly lost?: string;
			readonly durationMs: number;
	  }
	| {readonly type: 'terminal.closed'; readonly terminal: TerminalId}
	| {
			/** It was asked to end, and its host did not answer: it is asked again later. */
			readonly type: 'terminal.unconfirmed';
			readonly terminal: TerminalId;
			readonly host: HostId;
			readonly title: string;
			readonly process: FarProcess;
			/** How long the host had been silent by then. */
			readonly silentMs: number;
			readonly call?: CallId;
	  }
	| {
			/** What the host answered later. */
			readonly type: 'terminal.confirmed';
			readonly terminal: TerminalId;
			readonly host: HostId;
			/** Processes that could not be ended; null if nobody can know any more. */
			readonly left: readonly number[] | null;
			readonly call?: CallId;
	  }
	| {
			/** Found at resume: an earlier run was killed, and what it had started goes on. */
			readonly type: 'terminal.survived';
			readonly terminal: TerminalId;
			readonly title: string;
			readonly process: OwnProcess;
			readonly running: readonly {readonly pid: number; readonly name: string}[];
	  }
	| {
			/** What outlived the crash runs no more, or could not be ended. */
			readonly type: 'terminal.settled';
			readonly terminal: TerminalId;
			readonly left: readonly number[];
	  }
	| {
			readonly type: 'terminal.waited';
			readonly terminal: TerminalId;
			/** From facts of the kernel, never from the program's text. */
			readonly waiting: 'input' | 'password' | null;
	  }
	| {
			readonly type: 'terminal.controlled';
			readonly terminal: TerminalId;
			readonly by: 'model' | 'user';
	  }
	| {
			/** The model would type, or waits until it may, while the user has the keyboard. */
			readonly type: 'terminal.wanted';
			readonly terminal: TerminalId;
			/** When it goes to the model by itself, unless a key is pressed before. */
			readonly until?: number;
	  }
	| {
			/** What the model typed, shortened, for a moment's notice. */
			readonly type: 'terminal.typed';
			readonly terminal: TerminalId;
			readonly text: string;
	  }
	| {
			/** What the user lets the model do with this terminal from now on. */
			readonly type: 'terminal.allowed';
			readonly terminal: TerminalId;
			readonly what: 'see' | 'type-hidden';
	  };
