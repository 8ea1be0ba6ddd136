import {connect} from 'node:net';
import type {Clock} from '../platform/clock.ts';

/** Lists the public keys that the ssh agent holds, in wire format. Empty if no agent answers. */
export function listAgentKeys(
	socketPath: string,
	{clock}: {clock: Clock},
): Promise<readonly Buffer[]> {
	return new Promise(resolve => {
		const socket = connect(socketPath);
		let received = Buffer.alloc(0);
		const finish = (keys: readonly Buffer[]) => {
			timer.cancel();
			socket.destroy();
			resolve(keys);
		};
		const timer = clock.after(answerDeadlineMs, () => finish([]));
		socket.on('error', () => finish([]));
		socket.on('close', () => finish([]));
		socket.on('connect', () => socket.write(listRequest));
		socket.on('data', bytes => {
			received = Buffer.concat([received, bytes]);
			const whole = received.length >= 4 ? received.readUInt32BE(0) + 4 : Number.POSITIVE_INFINITY;
			if (received.length >= whole || received.length > answerBytesMax) {
				finish(keysIn(received.subarray(4)));
			}
		});
	});
}

const answerDeadlineMs = 3_000;
const answerBytesMax = 1_048_576;
/** A request of length 1: SSH_AGENTC_REQUEST_IDENTITIES. */
const listRequest = Buffer.from([0, 0, 0, 1, 11]);
const listAnswer = 12;

function keysIn(answer: Buffer): readonly Buffer[] {
	const keys: Buffer[] = [];
	if (answer[0] !== listAnswer || answer.length < 5) {
		return keys;
	}
	const count = answer.readUInt32BE(1);
	let position = 5;
	// Each key is followed by its comment.
	for (let index = 0; index < count * 2 && position + 4 <= answer.length; index++) {
		const length = answer.readUInt32BE(position);
		if (index % 2 === 0) {
			keys.push(answer.subarray(position + 4, position + 4 + length));
		}
		position += 4 + length;
	}
	return keys;
}
