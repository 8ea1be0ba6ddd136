import type {SFTPWrapper} from 'ssh2';
import type {FileGuard} from './file-actions.ts';
import {ask} from './sftp-ask.ts';

/**
 * The size of one read or write request. Several requests are in flight at once, so that latency
 * does not limit the speed.
 */
const pieceBytes = 131_072;
const piecesAtOnce = 16;

/** Reads a range of the file. Returns fewer bytes if the file ends early. */
export async function readHandle(
	sftp: SFTPWrapper,
	{handle, from, length}: {handle: Buffer; from: number; length: number},
	guard: FileGuard,
): Promise<Buffer> {
	const buffer = Buffer.allocUnsafe(length);
	let end = length;
	await inPieces(length, async (start, size) => {
		let filled = 0;
		while (filled < size && start + filled < end) {
			const bytes = await guard.wait(
				readOnce(sftp, {handle, buffer, at: start + filled, size: size - filled, from}),
			);
			if (bytes === 0) {
				end = Math.min(end, start + filled);
			}
			filled += bytes;
		}
	});
	return buffer.subarray(0, end);
}

function readOnce(
	sftp: SFTPWrapper,
	{
		handle,
		buffer,
		at,
		size,
		from,
	}: {handle: Buffer; buffer: Buffer; at: number; size: number; from: number},
): Promise<number> {
	return ask<number>(done => sftp.read(handle, buffer, at, size, from + at, done));
}

export async function writeHandle(
	sftp: SFTPWrapper,
	{handle, bytes}: {handle: Buffer; bytes: Uint8Array},
	guard: FileGuard,
): Promise<void> {
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	await inPieces(buffer.length, (start, size) =>
		guard.wait(ask<void>(done => sftp.write(handle, buffer, start, size, start, done))),
	);
}

async function inPieces(
	length: number,
	move: (start: number, size: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const work = async (): Promise<void> => {
		while (next < length) {
			const start = next;
			next += pieceBytes;
			await move(start, Math.min(pieceBytes, length - start));
		}
	};
	await Promise.all(Array.from({length: piecesAtOnce}, work));
}
