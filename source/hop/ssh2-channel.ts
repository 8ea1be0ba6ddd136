import {Readable} from 'node:stream';
import type {Client, ClientChannel} from 'ssh2';
import type {LinkChannel, LinkEnd} from './link.ts';

/**
 * Has to be made inside of the callback that brings the channel: a command may end at once, and
 * what the host says of its end is said only once.
 */
export function channelOf(
	channel: ClientChannel,
	{client, hasPty, onClosed}: {client: Client; hasPty: boolean; onClosed: () => void},
): LinkChannel {
	const ended = new Promise<LinkEnd | null>(resolve => {
		channel.on('exit', (exitCode: number | null, signal?: string) =>
			resolve({exitCode, signal: signal ?? null}),
		);
		// A channel that nobody reads never closes; its connection does.
		const onGone = () => resolve(null);
		client.once('close', onGone);
		channel.on('close', () => {
			client.off('close', onGone);
			resolve(null);
			onClosed();
		});
	});
	// An error of a stream that is gone is told by its end.
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
		close: () => channel.close(),
	};
}
