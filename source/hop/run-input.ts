import type {LinkChannel} from './link.ts';

type Input = {
	readonly input?: Uint8Array | undefined;
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
	} else {
		sendBytes(channel, input);
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
