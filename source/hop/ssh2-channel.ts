import {Readable} from 'node:stream';
import type {Client, ClientChannel} from 'ssh2';
import type {LinkChannel, LinkEnd} from './link.ts';

/**
 * Wraps an ssh2 channel. Call this within the callback that receives the channel: a command may end
 * at once, and the host reports the end only once.
 */
export function channelOf(
	channel: ClientChannel,
	{client, hasPty, onClosed}: {client: Client; hasPty: boolean; onClosed: () => void},
): LinkChannel {
	let wasCut = false;
	const ended = new Promise<LinkEnd | null>(resolve => {
		channel.on('exit', (exitCode: number | null, signal?: string) =>
			resolve({exitCode, signal: signal ?? null}),
		);
		// An ssh2 channel that nobody reads never emits `close`, but its connection does.
		const onGone = () => {
			wasCut = !channel.readableEnded;
			resolve(null);
		};
		client.once('close', onGone);
		channel.on('close', () => {
			client.off('close', onGone);
			resolve(null);
			onClosed();
		});
	});
	// Errors are ignored, since the end of the channel reports what happened.
	channel.on('error', () => {});
	channel.stderr.on('error', () => {});
	return {
		stdout: channel,
		stderr: hasPty ? Readable.from([]) : channel.stderr,
		write: bytes => channel.writable && channel.write(bytes),
		onDrain: listener => {
			channel.on('drain', listener);
		},
		endInput: () => {
			channel.end();
		},
		resize: ({columns, rows}) => {
			if (channel.writable) {
				channel.setWindow(rows, columns, 0, 0);
			}
		},
		ended,
		answered: () => answered(client),
		wasCut: () => wasCut,
		close: () => channel.close(),
	};
}

/**
 * Asks the host to end a forwarding that never existed. The host refuses. When that answer arrives,
 * everything that the host sent before has arrived too.
 */
function answered(client: Client): Promise<void> {
	return new Promise(resolve => {
		try {
			client.unforwardIn('localhost', noPort, () => resolve());
		} catch {
			// The connection is lost; the end of the channel reports that.
			resolve();
		}
	});
}

const noPort = 1;
