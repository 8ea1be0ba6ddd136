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

/** The version of these messages. Each side understands its own version and the previous one. */
export const protocol = 1;
export const protocolMin = 1;

/** What the other screens of a session get to know about a screen. */
export type ScreenInfo = {
	readonly id: string;
	/** A `watch` screen sees everything and can change nothing. */
	readonly kind: 'screen' | 'watch';
	/** Where the person at the screen sits, such as `ssh from 10.0.0.7, pts/3`. */
	readonly from: string;
	readonly columns: number;
	readonly rows: number;
	readonly since: number;
	/** What the screen shows now. Absent until the screen has sent it; earlier versions never do. */
	readonly looksAt?: LooksAt;
};

/** The pane that has the focus on a screen, and the terminal that the pane shows. */
export type LooksAt = {
	/** The name of a pane; `lines` for a front end that prints line by line. */
	readonly part: string;
	readonly terminal: TerminalId | null;
};

/** The first message from a screen. */
export type Hello = {
	readonly type: 'hello';
	readonly protocol: number;
	readonly protocolMin: number;
	readonly version: string;
	readonly token: string;
	readonly screen: Omit<ScreenInfo, 'since' | 'looksAt'>;
	/**
	 * Variables of the login in which the screen runs, such as `SSH_AUTH_SOCK`. New programs get
	 * these instead of those of the engine's process.
	 */
	readonly env: Readonly<Record<string, string>>;
	/** Whether the screen can follow the session to another process. Absent in earlier versions. */
	readonly canMove?: boolean;
};

/**
 * The first message from a program through which another agent uses the session's tools. After the
 * welcome, the connection carries lines of the Model Context Protocol.
 */
export type ToolHello = {
	readonly type: 'hello';
	readonly kind: 'tool';
	readonly protocol: number;
	readonly protocolMin: number;
	readonly version: string;
	readonly token: string;
	/** In words for a person: where the other agent runs, and why it was connected. */
	readonly from: string;
	/** The name that a person gave to the session, if any. */
	readonly session?: string;
	/**
	 * If set, the engine serves MCP over HTTP on this port as long as this connection is open,
	 * instead of as lines on it.
	 */
	readonly http?: {readonly port: number; readonly token: string};
};

/** Messages from a screen to the engine. */
export type ToEngine =
	| {readonly type: 'intent'; readonly intent: EngineIntent}
	| {readonly type: 'query'; readonly id: number; readonly query: Query}
	| {readonly type: 'snapshot'; readonly id: number}
	| {readonly type: 'watch' | 'unwatch'; readonly terminal: TerminalId}
	/** The size of the screen, and of the pane in which a new terminal would be shown. */
	| {
			readonly type: 'size';
			readonly columns: number;
			readonly rows: number;
			readonly pane: CellSize;
	  }
	| {readonly type: 'looks-at'; readonly looksAt: LooksAt}
	/** Disconnects another screen. */
	| {readonly type: 'dismiss'; readonly screen: string}
	/** Ends the engine in an orderly way, with all programs that it runs. */
	| {readonly type: 'end'; readonly reason: string}
	/** Hands the session over to a process of the version that is installed now. */
	| {readonly type: 'upgrade'; readonly id: number}
	/** Answers `hold`: the screen sends nothing more until `go-on` or `moved`. */
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
	/** Identifies this start of the engine. The event numbers of two starts can't be compared. */
	readonly epoch: string;
	readonly session: string;
	readonly journalPath: string;
	readonly readOnly: string | null;
	readonly live: LiveValues;
	/**
	 * Whether the engine can hand the session over to another version. Absent in earlier versions.
	 */
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
/** How a screen reaches the process to which its session moves. */
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
	 * Replaces all that the screen knows of the state. Sent to a screen that is too slow to get every
	 * event.
	 */
	| {readonly type: 'resync'; readonly snapshot: Snapshot}
	| {readonly type: 'request'; readonly request: FrontEndRequest}
	/** The session may move to the process at this address: the screen must send nothing now. */
	| ({readonly type: 'hold'} & NewWay)
	/** The session stays in this process after all: the screen may send again. */
	| {readonly type: 'go-on'}
	/** The session has moved: the screen must connect to the other process. */
	| {readonly type: 'moved'}
	| {readonly type: 'presence'; readonly screens: readonly ScreenInfo[]}
	| {readonly type: 'beat'}
	| Bye;

/** The last message before the engine closes a connection on purpose. */
export type Bye = {
	readonly type: 'bye';
	readonly why: string;
	/** Whether the session's journal was written to the end. */
	readonly isWritten?: boolean;
	/** Set if only this screen is disconnected and the session continues. */
	readonly goesOn?: boolean;
};

export type LiveMessage = {
	readonly [Name in LiveName]: {
		readonly type: 'live';
		readonly name: Name;
		readonly value: LiveValues[Name];
	};
}[LiveName];
