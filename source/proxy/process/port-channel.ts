/**
 * Over the channel to the process that started this one a listening socket goes from one proxy to
 * the next. Both have it for a moment, so that nobody who connects is refused.
 */
export type PortChannel = {
	/** Tells that this process is prepared; the socket, or undefined where the port is free. */
	readonly takePort: () => Promise<unknown>;
	/** From now on the socket is given to whoever is to come next. */
	readonly offerPort: (socket: unknown) => void;
	/** Settles when the next one listens. */
	readonly released: Promise<void>;
};

export function openPortChannel(say: (message: object) => void): PortChannel {
	const taken = Promise.withResolvers<unknown>();
	const released = Promise.withResolvers<void>();
	let offered: unknown;
	process.on('message', (word, socket: unknown) => {
		if (word === 'take') {
			taken.resolve(socket);
		} else if (word === 'give') {
			process.send?.('port', offered as Parameters<NonNullable<typeof process.send>>[1]);
		} else if (word === 'release') {
			released.resolve();
		}
	});
	return {
		takePort() {
			say({type: 'prepared'});
			return taken.promise;
		},
		offerPort(socket) {
			offered = socket;
		},
		released: released.promise,
	};
}
