import type {KeptTerminal, OwnProcess} from '../events/hop.ts';
import type {HostId, TerminalId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import {endedChannel, handOverOf} from './hand-over.ts';
import type {Drained} from './head-tail.ts';
import {createIntake, type Intake, type IntakeCopy} from './intake.ts';
import {programOf} from './program-of.ts';
import {createResizes} from './resizes.ts';
import {createScreen, type ScreenCopy, type TerminalScreen} from './screen.ts';
import {
	type ByteFilter,
	openTranscript,
	type TranscriptCopy,
	type TranscriptFile,
} from './transcript-file.ts';
import type {
	Channel,
	EndReport,
	Exit,
	Opened,
	OpenRequest,
	Owner,
	Size,
	StoppedChannel,
	Transport,
	Unconfirmed,
	Waiting,
} from './transport.ts';
import {createUnreadOutput, type DrainedOutput} from './unread-output.ts';

/** One terminal from start to end: a channel, its output, and a screen. */
export type TerminalSession = {
	readonly id: TerminalId;
	readonly screen: TerminalScreen;
	readonly transcript: TranscriptFile | null;
	readonly info: () => SessionInfo;
	readonly subscribe: (listener: (event: SessionEvent) => void) => () => void;
	readonly hasEnded: () => boolean;
	readonly isClosed: () => boolean;
	/** The number of bytes that the model has not read yet. */
	readonly unreadBytes: () => number;
	/** The number of bytes that the model has read since the program started. */
	readonly readBytes: () => number;
	readonly peekUnread: () => Drained;
	readonly take: () => Promise<DrainedOutput>;
	readonly lastOutputAt: () => number;
	readonly waiting: () => Promise<Waiting>;
	/** Returns whether the program has printed anything yet. */
	readonly hasSpoken: () => boolean;
	/** Returns false, and writes nothing, if the program's input queue is full. */
	readonly write: (bytes: Uint8Array) => boolean;
	/** Tells waiting calls that the user or the model has the keyboard now. */
	readonly controlled: (by: Owner) => void;
	/** Stops reading, so that another process can take over the terminal; null if it can't. */
	readonly stop: () => Promise<StoppedSession | null>;
	/** Returns the PTY's master side; null if the program has ended or runs on another machine. */
	readonly descriptor: () => number | null;
	/**
	 * Starts reading a terminal that was taken over. `exit` is set if its program has ended
	 * meanwhile.
	 */
	readonly begin: (exit: Exit | null) => void;
	readonly resize: (size: Size) => void;
	readonly signal: (name: NodeJS.Signals) => boolean;
	/** Ends the whole process tree. */
	readonly end: (options: {readonly force: boolean}) => Promise<EndReport>;
	readonly leftovers: () => readonly number[];
	readonly killNow: () => void;
	/** Frees everything. Call this only after the program has ended: it can't be ended afterwards. */
	readonly close: () => Promise<void>;
};

export type SessionEvent =
	| {readonly type: 'bytes'; readonly bytes: Uint8Array}
	| {readonly type: 'exit'; readonly ended: Ended}
	/** Something was typed into the terminal; the program need not echo it. */
	| {readonly type: 'typed'}
	/** The program should be ended, but its host has not answered. */
	| {readonly type: 'unconfirmed'; readonly unconfirmed: Unconfirmed}
	/** After the program's exit, these processes of it were found to be still running. */
	| {readonly type: 'left'; readonly pids: readonly number[]}
	/** The keyboard has passed to the user or to the model. */
	| {readonly type: 'controlled'; readonly by: Owner}
	| {readonly type: 'closed'};

/** A terminal whose output is no longer read, with everything that is known about it. */
export type StoppedSession = {
	readonly copy: SessionCopy;
	/** Null if the terminal's program has ended. */
	readonly channel: StoppedChannel | null;
	readonly goOn: () => void;
};

export type SessionCopy = {
	readonly screen: ScreenCopy;
	/** The incomplete escape sequence or character at the end of the output, as base64. */
	readonly unfinished: string;
	readonly intake: IntakeCopy;
	readonly startsAlternate: boolean;
	readonly transcript: TranscriptCopy | null;
	readonly openedAt: number;
};

export type Ended = Exit & {readonly durationMs: number};

export type SessionInfo = {
	readonly id: TerminalId;
	readonly host: HostId;
	readonly cwd: string;
	readonly owner: Owner;
	readonly pid: number | null;
	readonly process: OwnProcess | null;
	readonly kept: KeptTerminal | null;
	readonly size: Size;
	readonly openedAt: number;
	readonly idleMs: number;
	readonly ended: Ended | null;
};

export type SessionPorts = {
	readonly clock: Clock;
	readonly transport: Transport;
	readonly scrollbackLines: number;
	readonly transcriptPath: string | null;
	readonly transcriptFilter?: ByteFilter;
};

export type SessionRequest = OpenRequest & {
	readonly id: TerminalId;
	/** The number of output bytes that the model has read in an earlier run of this program. */
	readonly readBytes: number;
	/** Set if this process takes over the terminal: what the other process knew about it. */
	readonly copy?: SessionCopy | undefined;
};

export type OpenedTerminalSession =
	| {readonly ok: true; readonly session: TerminalSession}
	| RefusedOpening;

type RefusedOpening = Extract<Opened, {ok: false}>;

export async function openSession(
	request: SessionRequest,
	ports: SessionPorts,
): Promise<OpenedTerminalSession> {
	const {clock, transport, scrollbackLines, transcriptPath, transcriptFilter} = ports;
	let channel: Channel | null = null;
	const {copy} = request;
	const transcript =
		transcriptPath === null
			? null
			: openTranscript(transcriptPath, {
					clock,
					filter: transcriptFilter,
					from: copy?.transcript ?? null,
				});
	const screen = await createScreen({
		clock,
		from: copy?.screen ?? null,
		onShow: () => transcript?.flush(),
		size: request.size,
		scrollbackLines,
		onReply(text) {
			if (!channel?.answersQueries) {
				channel?.write(Buffer.from(text));
			}
		},
	});
	const intake = createIntake({
		clock,
		screen,
		transcript,
		channel: () => channel,
		readBytes: request.readBytes,
		from: copy?.intake ?? null,
	});
	if (copy) {
		screen.write(Buffer.from(copy.unfinished, 'base64'));
	}
	const opened: Opened =
		copy && !request.handed
			? {ok: true, channel: endedChannel}
			: await transport.open(request, intake.events);
	if (!opened.ok) {
		screen.close();
		return opened;
	}
	channel = opened.channel;
	intake.passOver(channel.passedOver ?? 0);
	return {
		ok: true,
		session: sessionOf({request, host: transport.host, clock, screen, channel, intake}),
	};
}

export type SessionParts = {
	readonly request: SessionRequest;
	readonly host: HostId;
	readonly clock: Clock;
	readonly screen: TerminalScreen;
	readonly channel: Channel;
	readonly intake: Intake;
};

function sessionOf(parts: SessionParts): TerminalSession {
	const {request, host, clock, screen, channel, intake} = parts;
	const openedAt = request.copy?.openedAt ?? clock.now();
	const {take, startsAlternate} = createUnreadOutput({
		screen,
		output: intake.output,
		hasEnded: () => intake.ended() !== null,
		startsAlternate: request.copy?.startsAlternate ?? false,
	});
	const resizes = createResizes(clock, size => {
		screen.resize(size);
		channel.resize(size);
	});
	const {lastInputAt, ...program} = programOf({channel, intake, clock});
	let isClosed = false;
	return {
		id: request.id,
		screen,
		transcript: intake.transcript,
		info: () => ({
			id: request.id,
			host,
			cwd: request.cwd,
			owner: request.owner,
			pid: channel.pid,
			process: channel.process ?? null,
			kept: channel.kept ?? null,
			size: screen.size(),
			openedAt,
			idleMs: Math.round(clock.elapsed() - Math.max(intake.lastOutputAt(), lastInputAt())),
			ended: intake.ended(),
		}),
		subscribe: intake.subscribe,
		...handOverOf(parts, {openedAt, startsAlternate}),
		hasEnded: () => intake.ended() !== null,
		isClosed: () => isClosed,
		unreadBytes: intake.output.size,
		readBytes: intake.readBytes,
		peekUnread: intake.output.peek,
		take,
		lastOutputAt: intake.lastOutputAt,
		hasSpoken: intake.hasSpoken,
		...program,
		controlled: by => intake.tell({type: 'controlled', by}),
		resize: resizes.ask,
		async close() {
			if (!isClosed) {
				isClosed = true;
				intake.tell({type: 'closed'});
				intake.listeners.clear();
				resizes.stop();
				intake.stop();
				screen.close();
				channel.release();
				await intake.transcript?.rest();
			}
		},
	};
}
