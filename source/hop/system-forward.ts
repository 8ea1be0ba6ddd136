import {Duplex} from 'node:stream';
import {failed, type Result} from '../events/failure.ts';
import type {FarPlace, LinkChannel} from './link.ts';
import {openPipes, type Shared} from './system-channel.ts';

/**
 * Connects to a port or socket that the host can reach, through `ssh -W`, which carries a single
 * connection on its stdin and stdout.
 */
export function openSystemForward(
	shared: (words: readonly string[]) => Shared,
	{place, target}: {place: FarPlace; target: string},
): Result<Duplex> {
	if (place.type === 'path') {
		const words = 'The system’s ssh carries no connection to a socket file; use one with a port.';
		return {ok: false, failure: failed('refused', words)};
	}
	const host = place.host.includes(':') ? `[${place.host}]` : place.host;
	return {
		ok: true,
		value: duplexOf(openPipes(shared(['-W', `${host}:${place.port}`, '--', target]))),
	};
}

function duplexOf(channel: LinkChannel): Duplex {
	let onDrained: (() => void) | null = null;
	channel.onDrain(() => {
		onDrained?.();
		onDrained = null;
	});
	let lastWords = '';
	channel.stderr.on('data', (bytes: Buffer) => {
		lastWords = `${lastWords}${bytes.toString('utf8')}`.slice(-wordsMax);
	});
	const duplex = new Duplex({
		read: () => void channel.stdout.resume(),
		write(bytes: Buffer, _encoding, done) {
			if (channel.write(bytes)) {
				done();
			} else {
				onDrained = done;
			}
		},
		final(done) {
			channel.endInput();
			done();
		},
		destroy(error, done) {
			channel.close();
			done(error);
		},
	});
	channel.stdout.on('data', (bytes: Buffer) => {
		if (!duplex.push(bytes)) {
			channel.stdout.pause();
		}
	});
	channel.stdout.on('error', () => {});
	channel.stderr.on('error', () => {});
	void channel.ended.then(() => {
		const words = lastWords.trim();
		duplex.destroy(words === '' ? undefined : new Error(words));
	});
	return duplex;
}

const wordsMax = 400;
