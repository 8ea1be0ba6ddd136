import {incompleteSuffixLength} from './byte-cuts.ts';
import type {SessionParts, StoppedSession, TerminalSession} from './session.ts';
import type {Channel} from './transport.ts';

/** Returns the functions that pass a terminal from one process to the next. */
export function handOverOf(
	parts: SessionParts,
	facts: Parameters<typeof stopSession>[1],
): Pick<TerminalSession, 'stop' | 'descriptor' | 'begin'> {
	const {channel, intake} = parts;
	return {
		stop: () => stopSession(parts, facts),
		descriptor: () => (intake.ended() ? null : (channel.descriptor?.() ?? null)),
		begin: exit => channel.begin?.(exit),
	};
}

/**
 * Stops reading a terminal, so that another process can take it over, and copies what is known
 * about it. Nothing is lost in between: new output waits in the kernel, and earlier output is in
 * the copy. Returns null if the terminal can't be taken over.
 */
async function stopSession(
	{screen, channel, intake}: SessionParts,
	{openedAt, startsAlternate}: {openedAt: number; startsAlternate: () => boolean},
): Promise<StoppedSession | null> {
	const hasEnded = intake.ended() !== null;
	const stopped = hasEnded ? null : (channel.stop?.() ?? null);
	if (stopped === null && !hasEnded) {
		return null;
	}
	const goOn = () => stopped?.goOn();
	try {
		await screen.flush();
		const copy = {
			screen: screen.copy(),
			unfinished: unfinishedIn(intake.output.copy()),
			intake: intake.copy(),
			startsAlternate: startsAlternate(),
			transcript: intake.transcript?.copy() ?? null,
			openedAt,
		};
		return {channel: stopped, copy, goOn};
	} catch {
		goOn();
		return null;
	}
}

/**
 * Returns the incomplete escape sequence or character at the end. Draining leaves it in the unread
 * output, so it is still there.
 */
function unfinishedIn({head, tail, tailBytes}: {head: string; tail: string; tailBytes: number}) {
	const bytes = Buffer.from(tailBytes > 0 ? tail : head, 'base64');
	const length = incompleteSuffixLength(bytes);
	return bytes.subarray(bytes.length - length).toString('base64');
}

/** Stands for the channel of a program that ended before its terminal was taken over. */
export const endedChannel: Channel = {
	pid: null,
	process: null,
	write: () => false,
	resize() {},
	pause() {},
	resume() {},
	signal: () => false,
	waiting: async () => null,
	leftovers: () => [],
	end: async () => ({left: []}),
	killNow() {},
	release() {},
};
