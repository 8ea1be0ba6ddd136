/**
 * The channel to the process that has started this one. Over it, the listening socket is passed
 * from one proxy process to the next. Both have the socket for a moment, so that no client is
 * refused.
 */
export type PortChannel = {
	/** Says that this process is prepared. Resolves to the socket; undefined if the port is free. */
	readonly takePort: () => Promise<unknown>;
	/** From now on, passes this socket on when the next process asks for it. */
	readonly offerPort: (socket: unknown) => void;
	/** Resolves when the next process listens. */
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
