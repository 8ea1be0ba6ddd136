import type {OwnProcess} from '../events/hop.ts';
import type {HostId, TerminalId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import {createBrake} from './brake.ts';
import {createHeadTail, type Drained} from './head-tail.ts';
import {createHold} from './hold.ts';
import {programOf} from './program-of.ts';
import {createResizes} from './resizes.ts';
import {createScreen, type TerminalScreen} from './screen.ts';
import {type ByteFilter, openTranscript, type TranscriptFile} from './transcript-file.ts';
import type {
	Channel,
	EndReport,
	Exit,
	Opened,
	OpenRequest,
	Owner,
	Size,
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
	/** Bytes that the model has not read yet. */
	readonly unreadBytes: () => number;
	readonly peekUnread: () => Drained;
	readonly take: () => Promise<DrainedOutput>;
	readonly lastOutputAt: () => number;
	readonly waiting: () => Promise<Waiting>;
	/** Whether the program has printed anything yet. */
	readonly hasSpoken: () => boolean;
	/** Returns false, and writes nothing, if the program's input queue is full. */
	readonly write: (bytes: Uint8Array) => boolean;
	/** Tells waiting calls who has the keyboard now. */
	readonly controlled: (by: Owner) => void;
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
	/** Something was typed into it, which need not be echoed. */
	| {readonly type: 'typed'}
	/** It was asked to end, and its host did not answer. */
	| {readonly type: 'unconfirmed'; readonly unconfirmed: Unconfirmed}
	/** It was found out after the exit that these processes still run. */
	| {readonly type: 'left'; readonly pids: readonly number[]}
	/** The keyboard has passed to the user or to the model. */
	| {readonly type: 'controlled'; readonly by: Owner}
	| {readonly type: 'closed'};

export type Ended = Exit & {readonly durationMs: number};

export type SessionInfo = {
	readonly id: TerminalId;
	readonly host: HostId;
	readonly cwd: string;
	readonly owner: Owner;
	readonly pid: number | null;
	readonly process: OwnProcess | null;
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

export type SessionRequest = OpenRequest & {readonly id: TerminalId};

export type OpenedTerminalSession =
	| {readonly ok: true; readonly session: TerminalSession}
	| Refusal;

type Refusal = Extract<Opened, {ok: false}>;

/** With more unparsed bytes than this, reading from the program pauses until there are fewer. */
const unparsedBytesMax = 262_144;
const unparsedBytesMin = 65_536;

export async function openSession(
	request: SessionRequest,
	ports: SessionPorts,
): Promise<OpenedTerminalSession> {
	const {clock, transport, scrollbackLines, transcriptPath, transcriptFilter} = ports;
	let channel: Channel | null = null;
	const transcript =
		transcriptPath === null
			? null
			: openTranscript(transcriptPath, {clock, filter: transcriptFilter});
	const screen = await createScreen({
		clock,
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
	});
	const opened = await transport.open(request, intake.events);
	if (!opened.ok) {
		screen.close();
		return opened;
	}
	channel = opened.channel;
	return {
		ok: true,
		session: sessionOf({request, host: transport.host, clock, screen, channel, intake}),
	};
}

type Intake = ReturnType<typeof createIntake>;

/**
 * Passes each piece of the program's output to the screen, the transcript and the model's buffer.
 */
function createIntake({
	clock,
	screen,
	transcript,
	channel,
}: {
	clock: Clock;
	screen: TerminalScreen;
	transcript: TranscriptFile | null;
	channel: () => Channel | null;
}) {
	const startedAt = clock.elapsed();
	const output = createHeadTail();
	const listeners = new Set<(event: SessionEvent) => void>();
	let ended: Ended | null = null;
	let lastOutputAt = startedAt;
	let hasSpoken = false;
	let unparsedBytes = 0;
	const hold = createHold(channel);
	const brake = createBrake({
		clock,
		isWatched: screen.isWatched,
		hold: () => hold.because('unwatched'),
		release: () => hold.noMore('unwatched'),
	});

	const tell = (event: SessionEvent): void => {
		for (const listener of [...listeners]) {
			listener(event);
		}
	};
	const parsed = (bytes: number): void => {
		unparsedBytes -= bytes;
		if (unparsedBytes < unparsedBytesMin) {
			hold.noMore('unparsed');
		}
	};
	return {
		output,
		transcript,
		listeners,
		tell,
		ended: () => ended,
		stop: brake.stop,
		lastOutputAt: () => lastOutputAt,
		hasSpoken: () => hasSpoken,
		events: {
			onBytes(bytes: Uint8Array) {
				lastOutputAt = clock.elapsed();
				hasSpoken = true;
				output.push(bytes);
				transcript?.push(bytes);
				unparsedBytes += bytes.length;
				screen.write(bytes, () => parsed(bytes.length));
				if (unparsedBytes > unparsedBytesMax) {
					hold.because('unparsed');
				}
				brake.saw(bytes.length);
				tell({type: 'bytes', bytes});
			},
			onExit(exit: Exit) {
				if (ended === null) {
					ended = {...exit, durationMs: Math.round(clock.elapsed() - startedAt)};
					void transcript?.rest();
					tell({type: 'exit', ended});
				}
			},
			onLeft: (pids: readonly number[]) => tell({type: 'left', pids}),
		},
	};
}

type Parts = {
	readonly request: SessionRequest;
	readonly host: HostId;
	readonly clock: Clock;
	readonly screen: TerminalScreen;
	readonly channel: Channel;
	readonly intake: Intake;
};

function sessionOf({request, host, clock, screen, channel, intake}: Parts): TerminalSession {
	const openedAt = clock.now();
	const take = createUnreadOutput({
		screen,
		output: intake.output,
		hasEnded: () => intake.ended() !== null,
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
			size: screen.size(),
			openedAt,
			idleMs: Math.round(clock.elapsed() - Math.max(intake.lastOutputAt(), lastInputAt())),
			ended: intake.ended(),
		}),
		subscribe(listener) {
			intake.listeners.add(listener);
			return () => {
				intake.listeners.delete(listener);
			};
		},
		hasEnded: () => intake.ended() !== null,
		isClosed: () => isClosed,
		unreadBytes: intake.output.size,
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
