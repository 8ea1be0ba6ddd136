import type {Duplex, Readable} from 'node:stream';
import type {SFTPWrapper} from 'ssh2';
import type {Failure, Result} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {Size} from '../terminal/transport.ts';

/**
 * One connection to one host, whether through ssh2 and its jump hosts or through the system's ssh.
 * Every command starts through `open`, so callers need not know which kind they have.
 */
export type Link = {
	readonly host: HostId;
	/** Starts a command line in the login shell, once. Fails if the link is gone. */
	readonly open: (request: ChannelRequest, signal: AbortSignal) => Promise<Result<LinkChannel>>;
	/** Resolves to null if the host has no sftp subsystem or the link can't carry it. */
	readonly sftp: (signal: AbortSignal) => Promise<Result<SFTPWrapper | null>>;
	/**
	 * Connects to a port or socket that the host can reach. No port is opened on this machine for it.
	 */
	readonly connect: (place: FarPlace, signal: AbortSignal) => Promise<Result<Duplex>>;
	/** The listener is called once, when the link is lost. */
	readonly onLost: (listener: (failure: Failure) => void) => () => void;
	/** Milliseconds since the host was last heard from; null if that is not known. */
	readonly silenceMs: () => number | null;
	readonly close: () => void;
};

/** A port or a socket file that the host can reach. */
export type FarPlace =
	| {readonly type: 'port'; readonly host: string; readonly port: number}
	| {readonly type: 'path'; readonly path: string};

export type ChannelRequest = {
	readonly command: string;
	readonly pty?: {readonly size: Size; readonly term: string} | undefined;
};

export type LinkChannel = {
	readonly stdout: Readable;
	/** With a PTY, this stream is empty and ends at once: all output comes through stdout. */
	readonly stderr: Readable;
	/** Returns false when too much is queued; wait for `onDrain` before writing more. */
	readonly write: (bytes: Uint8Array) => boolean;
	readonly onDrain: (listener: () => void) => void;
	readonly endInput: () => void;
	readonly resize: (size: Size) => void;
	/** How the command ended; null if the channel closed without a report. */
	readonly ended: Promise<LinkEnd | null>;
	/**
	 * Sends a request to the host. Resolves when the host has answered it, or when the connection is
	 * gone.
	 */
	readonly answered: () => Promise<void>;
	/** Returns true if the connection was lost before the outputs had ended. */
	readonly wasCut: () => boolean;
	readonly close: () => void;
};

export type LinkEnd = {readonly exitCode: number | null; readonly signal: string | null};
