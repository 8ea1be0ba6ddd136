import type {Duplex} from 'node:stream';
import type {Client, ClientChannel} from 'ssh2';
import {failed, type Result} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {FarPlace} from './link.ts';

const answerMsMax = 10_000;

/**
 * Makes the host connect to a place that it can reach. The bytes travel inside the SSH connection.
 */
export function openForward(
	client: Client,
	{place, host, clock}: {place: FarPlace; host: HostId; clock: Clock},
): Promise<Result<Duplex>> {
	const {promise, resolve} = Promise.withResolvers<Result<Duplex>>();
	let isLate = false;
	const timer = clock.after(answerMsMax, () => {
		isLate = true;
		resolve({ok: false, failure: failed('timeout', `${host} did not answer in time.`)});
	});
	const onChannel = (error: Error | undefined, channel: ClientChannel) => {
		timer.cancel();
		if (error) {
			resolve({ok: false, failure: refusal(error, host)});
		} else if (isLate) {
			channel.close();
		} else {
			resolve({ok: true, value: channel});
		}
	};
	try {
		if (place.type === 'path') {
			client.openssh_forwardOutStreamLocal(place.path, onChannel);
		} else {
			client.forwardOut('127.0.0.1', 0, place.host, place.port, onChannel);
		}
	} catch (error) {
		onChannel(error as Error, undefined as never);
	}
	return promise;
}

function refusal(error: Error, host: HostId) {
	const words = error.message.replace(/^.*Channel open failure: /, '');
	return failed('unreachable', `${host} did not connect to it (${words}).`);
}
