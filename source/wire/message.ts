import type {Stamped} from '../events/event.ts';
import type {FailureKind} from '../events/failure.ts';
import type {TerminalId} from '../events/ids.ts';
import type {WatchView} from '../events/incident.ts';
import type {EngineIntent} from '../events/intent.ts';
import type {Meter} from '../events/meter.ts';
import type {DebugStatus, FrontEndRequest, Query} from '../events/query.ts';
import type {FrontEndSettings} from '../events/settings.ts';
import type {Snapshot} from '../state/snapshot.ts';
import type {PictureChange} from './picture.ts';

/** The version of these messages. Each side understands its own version and the one before. */
export const protocol = 1;
export const protocolMin = 1;

/** A screen, as it is described to the session's other screens. */
export type ScreenInfo = {
	readonly id: string;
	/** A `watch` screen sees everything and can change nothing. */
	readonly kind: 'screen' | 'watch';
	/** Where the person at the screen sits, such as `ssh from 10.0.0.7, pts/3`. */
	readonly from: string;
	readonly columns: number;
	readonly rows: number;
	readonly since: number;
	/** What it looks at; absent until it has said so, and from a screen of an earlier version. */
	readonly looksAt?: LooksAt;
};

/** The part that has the focus of a screen, and the terminal that it shows there. */
export type LooksAt = {
	/** The name of a pane; `lines` for a front end that prints line by line. */
	readonly part: string;
	readonly terminal: TerminalId | null;
};

/** The first message that a screen sends. */
export type Hello = {
	readonly type: 'hello';
	readonly protocol: number;
	readonly protocolMin: number;
	readonly version: string;
	readonly token: string;
	readonly screen: Omit<ScreenInfo, 'since' | 'looksAt'>;
	/**
	 * Variables of the screen's login, such as `SSH_AUTH_SOCK`; new programs get these instead of the
	 * engine's own.
	 */
	readonly env: Readonly<Record<string, string>>;
	/** Whether it follows the session to another process. Earlier screens don't say. */
	readonly canMove?: boolean;
};

/**
 * The first message of a program that uses the session's tools for another agent. After the welcome
 * the connection carries lines of the Model Context Protocol.
 */
export type ToolHello = {
	readonly type: 'hello';
	readonly kind: 'tool';
	readonly protocol: number;
	readonly protocolMin: number;
	readonly version: string;
	readonly token: string;
	/** Where the other agent sits, and why this connection was made, in words. */
	readonly from: string;
	/** The name that a person gave to the session, if any. */
	readonly session?: string;
	/** Instead of lines on this connection, serve HTTP at this port for as long as it is open. */
	readonly http?: {readonly port: number; readonly token: string};
};

/** Messages from a screen to the engine. */
export type ToEngine =
	| {readonly type: 'intent'; readonly intent: EngineIntent}
	| {readonly type: 'query'; readonly id: number; readonly query: Query}
	| {readonly type: 'snapshot'; readonly id: number}
	| {readonly type: 'watch' | 'unwatch'; readonly terminal: TerminalId}
	/** The size of the screen, and of the pane in which a new terminal would appear. */
	| {
			readonly type: 'size';
			readonly columns: number;
			readonly rows: number;
			readonly pane: CellSize;
	  }
	| {readonly type: 'looks-at'; readonly looksAt: LooksAt}
	/** Sends another screen away. */
	| {readonly type: 'dismiss'; readonly screen: string}
	/** Ends the engine in order, with everything that runs in it. */
	| {readonly type: 'end'; readonly reason: string}
	/** Hands the session over to the version that is installed now. */
	| {readonly type: 'upgrade'; readonly id: number}
	/** The screen sends nothing more until it is told `go-on` or `moved`. */
	| {readonly type: 'held'}
	| {readonly type: 'beat'};

export type CellSize = {readonly columns: number; readonly rows: number};

export type LiveValues = {
	readonly meter: Meter;
	readonly incidents: WatchView;
	readonly debug: DebugStatus;
	readonly settings: FrontEndSettings;
};

export type LiveName = keyof LiveValues;

export type Welcome = {
	readonly type: 'welcome';
	readonly protocol: number;
	readonly version: string;
	/**
	 * Identifies this start of the engine. Event numbers of another start can't be compared with
	 * these.
	 */
	readonly epoch: string;
	readonly session: string;
	readonly journalPath: string;
	readonly readOnly: string | null;
	readonly live: LiveValues;
	/** Whether it can hand the session over to another version. Earlier engines don't say. */
	readonly canHandOver?: boolean;
};

/** The answer to a `ToolHello`. */
export type ToolWelcome = {
	readonly type: 'tool-welcome';
	readonly protocol: number;
	readonly version: string;
	readonly epoch: string;
	readonly session: string;
};
/** How a screen reaches the process that goes on with its session. */
export type NewWay = {readonly socket: string; readonly token: string};

/** Messages from the engine to a screen. */
export type ToScreen =
	| Welcome
	| ToolWelcome
	| {readonly type: 'refused'; readonly kind: FailureKind; readonly why: string}
	| {readonly type: 'event'; readonly event: Stamped}
	| {readonly type: 'picture'; readonly terminal: TerminalId; readonly change: PictureChange}
	| LiveMessage
	| {readonly type: 'answer'; readonly id: number; readonly answer: unknown}
	| {readonly type: 'failed'; readonly id: number; readonly why: string}
	/**
	 * Replaces everything that the screen knows. It is sent to a screen that is too slow to get every
	 * event.
	 */
	| {readonly type: 'resync'; readonly snapshot: Snapshot}
	| {readonly type: 'request'; readonly request: FrontEndRequest}
	/** The session may move to another process: the screen keeps what it would send. */
	| ({readonly type: 'hold'} & NewWay)
	/** It stays here. */
	| {readonly type: 'go-on'}
	/** It has moved: the screen connects again. */
	| {readonly type: 'moved'}
	| {readonly type: 'presence'; readonly screens: readonly ScreenInfo[]}
	| {readonly type: 'beat'}
	| Bye;

/** The last message of a connection that ends in order. */
export type Bye = {
	readonly type: 'bye';
	readonly why: string;
	/** Whether the session's journal was written to the end. */
	readonly isWritten?: boolean;
	/** Only this screen has to go: the session goes on. */
	readonly goesOn?: boolean;
};

export type LiveMessage = {
	readonly [Name in LiveName]: {
		readonly type: 'live';
		readonly name: Name;
		readonly value: LiveValues[Name];
	};
}[LiveName];
