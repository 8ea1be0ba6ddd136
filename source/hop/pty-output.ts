import {type Failure, failed} from '../events/failure.ts';
import {endOf} from '../events/shorten.ts';
import type {Clock} from '../platform/clock.ts';
import type {ChannelEvents, Exit} from '../terminal/transport.ts';
import type {Link, LinkChannel, LinkEnd} from './link.ts';
import {type OutputEnd, shortWords, untilOutputEnds} from './output-end.ts';
import {createMarkerScan, type Nonce} from './run-marker.ts';
import {readStart, type Started} from './run-start.ts';

/** The output of a remote terminal, from the start marker to the end. */
export type PtyOutput = {
	/** How the program started, or why it did not. */
	readonly begun: Promise<Started | NoStart>;
	readonly ended: Promise<PtyEnd>;
	readonly hasEnded: () => boolean;
	readonly isLost: () => boolean;
	/**
	 * Resolves when no more output is expected. If the last output may be missing, a sentence at the
	 * end of the output says so.
	 */
	readonly drained: () => Promise<OutputEnd>;
	readonly tellExit: (exit: Exit) => void;
	readonly told: Promise<void>;
	readonly pause: () => void;
	readonly resume: () => void;
	readonly stop: () => void;
};

type NoStart =
	| {readonly type: 'ended'; readonly end: LinkEnd; readonly said: string}
	| {readonly type: 'lost'; readonly failure: Failure};

export type PtyEnd =
	| {readonly type: 'ended'; readonly end: LinkEnd}
	| {readonly type: 'lost'; readonly failure: Failure};

const saidLengthMax = 500;

export function createPtyOutput({
	link,
	channel,
	nonce,
	events,
	clock,
}: {
	link: Link;
	channel: LinkChannel;
	nonce: Nonce;
	events: ChannelEvents;
	clock: Clock;
}): PtyOutput {
	const scan = createMarkerScan(nonce);
	const {promise: begun, resolve: begin} = Promise.withResolvers<Started | NoStart>();
	const {promise: ended, resolve: end} = Promise.withResolvers<PtyEnd>();
	const {promise: closed, resolve: close} = Promise.withResolvers<void>();
	const {promise: told, resolve: markTold} = Promise.withResolvers<void>();
	let state: 'beginning' | 'running' | 'stopped' = 'beginning';
	let known: PtyEnd | null = null;
	let isPaused = false;
	let lastBytesAt = clock.elapsed();

	const finish = (how: PtyEnd): void => {
		known ??= how;
		end(known);
		begin(how.type === 'lost' ? how : {...how, said: endOf(scan.noise(), saidLengthMax)});
	};
	const unhear = link.onLost(failure => finish({type: 'lost', failure}));
	channel.stdout.on('data', (bytes: Uint8Array) => {
		lastBytesAt = clock.elapsed();
		if (state === 'running') {
			events.onBytes(bytes);
		} else if (state === 'beginning') {
			const found = scan.push(bytes);
			if (found !== null) {
				state = 'running';
				begin(readStart(found.words));
				if (found.rest.length > 0) {
					events.onBytes(found.rest);
				}
			}
		}
	});
	channel.stdout.on('error', () => {});
	channel.stdout.on('end', close);
	channel.stdout.on('close', close);
	channel.stderr.on('error', () => {}).resume();
	const drained = async (): Promise<OutputEnd> => {
		const end = await untilOutputEnds({
			clock,
			channel,
			ended: closed,
			lastBytesAt: () => lastBytesAt,
			isPaused: () => isPaused,
		});
		return tellShort(end, {link, events: state === 'running' ? events : null});
	};
	void channel.ended.then(async how => {
		if (state === 'beginning') {
			// If the program ends at once, its end may be noticed before its first output, which says
			// that it has started.
			await drained();
		}
		finish(how === null ? {type: 'lost', failure: untold(link)} : {type: 'ended', end: how});
	});
	return {
		begun,
		ended,
		hasEnded: () => known !== null,
		isLost: () => known?.type === 'lost',
		drained,
		tellExit(exit) {
			markTold();
			if (state !== 'stopped') {
				events.onExit(exit);
			}
		},
		told,
		pause() {
			isPaused = true;
			channel.stdout.pause();
		},
		resume() {
			isPaused = false;
			channel.stdout.resume();
		},
		stop() {
			state = 'stopped';
			unhear();
		},
	};
}

function tellShort(
	end: OutputEnd,
	{link, events}: {link: Link; events: ChannelEvents | null},
): OutputEnd {
	const words = shortWords(end, link.host);
	if (words !== null) {
		events?.onBytes(Buffer.from(`\r\n[${words}]\r\n`));
	}
	return end;
}

function untold({host}: Link): Failure {
	const message = `${host} closed the channel and did not say how the program ended.`;
	return failed('incomplete', message);
}
