import type {Clock} from '../platform/clock.ts';
import {createBrake} from './brake.ts';
import {createHeadTail, type HeadTailCopy} from './head-tail.ts';
import {createHold} from './hold.ts';
import type {TerminalScreen} from './screen.ts';
import type {Ended, SessionEvent} from './session.ts';
import type {TranscriptFile} from './transcript-file.ts';
import type {Channel, Exit} from './transport.ts';

/** With more unparsed bytes than this, reading from the program pauses until there are fewer. */
const unparsedBytesMax = 262_144;
const unparsedBytesMin = 65_536;

export type Intake = ReturnType<typeof createIntake>;

/** What is known about a program's output, for a process that takes over its terminal. */
export type IntakeCopy = {
	readonly output: HeadTailCopy;
	readonly ageMs: number;
	readonly silentMs: number;
	readonly hasSpoken: boolean;
	readonly heardBytes: number;
	readonly ended: Ended | null;
};

/**
 * Passes each piece of the program's output to the screen, the transcript and the model's buffer.
 */
export function createIntake({
	clock,
	screen,
	transcript,
	channel,
	readBytes,
	from = null,
}: {
	clock: Clock;
	/** Set if this process takes over the terminal from another: what that one knew of the output. */
	from?: IntakeCopy | null;
	/**
	 * The number of bytes at the beginning that the model has read in an earlier run. They are shown
	 * on the screen but not given to the model again.
	 */
	readBytes: number;
	screen: TerminalScreen;
	transcript: TranscriptFile | null;
	channel: () => Channel | null;
}) {
	const startedAt = clock.elapsed() - (from?.ageMs ?? 0);
	const output = createHeadTail(undefined, from?.output);
	const listeners = new Set<(event: SessionEvent) => void>();
	let ended: Ended | null = from?.ended ?? null;
	let lastOutputAt = clock.elapsed() - (from?.silentMs ?? 0);
	let {hasSpoken, heardBytes} = from ?? {hasSpoken: false, heardBytes: 0};
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
		subscribe(listener: (event: SessionEvent) => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		ended: () => ended,
		readBytes: () => Math.max(readBytes, heardBytes - output.size()),
		passOver(bytes: number) {
			heardBytes += bytes;
		},
		stop: brake.stop,
		lastOutputAt: () => lastOutputAt,
		hasSpoken: () => hasSpoken,
		copy(): IntakeCopy {
			const now = clock.elapsed();
			const ages = {ageMs: now - startedAt, silentMs: now - lastOutputAt};
			return {...ages, output: output.copy(), hasSpoken, heardBytes, ended};
		},
		events: {
			onBytes(bytes: Uint8Array) {
				lastOutputAt = clock.elapsed();
				hasSpoken = true;
				const known = Math.min(bytes.length, Math.max(0, readBytes - heardBytes));
				heardBytes += bytes.length;
				output.push(bytes.subarray(known));
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
