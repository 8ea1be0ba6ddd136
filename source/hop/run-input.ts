import type {Readable} from 'node:stream';
import type {LinkChannel} from './link.ts';

type Input = {
	readonly input?: Uint8Array | Readable | undefined;
	readonly onMoved?: (() => void) | undefined;
};

const sliceBytes = 262_144;

/** Sends all input as fast as the remote side accepts it, then closes the input. */
export function sendInput(channel: LinkChannel, {input, onMoved}: Input): void {
	if (onMoved) {
		channel.onDrain(onMoved);
	}
	if (input === undefined) {
		channel.endInput();
	} else if (input instanceof Uint8Array) {
		sendBytes(channel, input);
	} else {
		sendStream(channel, input);
	}
}

function sendBytes(channel: LinkChannel, bytes: Uint8Array): void {
	let sent = 0;
	const more = (): void => {
		let takesMore = true;
		while (takesMore && sent < bytes.length) {
			takesMore = channel.write(bytes.subarray(sent, sent + sliceBytes));
			sent += sliceBytes;
		}
		if (sent >= bytes.length && sent !== Number.POSITIVE_INFINITY) {
			sent = Number.POSITIVE_INFINITY;
			channel.endInput();
		}
	};
	channel.onDrain(more);
	more();
}

function sendStream(channel: LinkChannel, stream: Readable): void {
	stream.on('data', (bytes: Uint8Array) => {
		if (!channel.write(bytes)) {
			stream.pause();
		}
	});
	channel.onDrain(() => stream.resume());
	stream.on('end', () => channel.endInput());
	// If the source fails, close the channel, so that partial input is not taken for all of it.
	stream.on('error', () => channel.close());
}
