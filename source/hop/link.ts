import type {Readable} from 'node:stream';
import type {SFTPWrapper} from 'ssh2';
import type {Failure, Result} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {Size} from '../terminal/transport.ts';

/**
 * One connection to one host, however it came about (ssh2 through any number of jump hosts, or the
 * system's own ssh). Everything that runs there goes through `open`; who uses a link never knows
 * which kind it is.
 */
export type Link = {
	readonly host: HostId;
	/** Starts a command line in the login user's shell, once. Fails closed when the link is gone. */
	readonly open: (request: ChannelRequest, signal: AbortSignal) => Promise<Result<LinkChannel>>;
	/** Null where the host has no sftp subsystem, or the link can't carry it. */
	readonly sftp: (signal: AbortSignal) => Promise<Result<SFTPWrapper | null>>;
	/** Called once, when the link is found to be gone. */
	readonly onLost: (listener: (failure: Failure) => void) => () => void;
	readonly close: () => void;
};

export type ChannelRequest = {
	/** Null: an interactive login shell. */
	readonly command: string | null;
	readonly pty?: {readonly size: Size; readonly term: string} | undefined;
};

export type LinkChannel = {
	readonly stdout: Readable;
	/** Ends at once on a PTY, where there is only one stream. */
	readonly stderr: Readable;
	/** False: too much is waiting; `onDrain` tells when more may come. */
	readonly write: (bytes: Uint8Array) => boolean;
	readonly onDrain: (listener: () => void) => void;
	readonly endInput: () => void;
	readonly resize: (size: Size) => void;
	/** What the host said of the end; null when the channel closed and nobody told how. */
	readonly ended: Promise<LinkEnd | null>;
	readonly close: () => void;
};

export type LinkEnd = {readonly exitCode: number | null; readonly signal: string | null};
