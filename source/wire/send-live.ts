import type {Engine} from '../engine/engine.ts';
import type {MessageStream} from './connection.ts';
import type {LiveMessage, LiveName} from './message.ts';

/** Sends a live value when it changes. On a slow connection, only the newest value is sent. */
export function sendLive(engine: Engine, connection: MessageStream, name: LiveName): () => void {
	return engine.live[name].subscribe(
		sendNewest(connection, () => {
			connection.send({type: 'live', name, value: engine.live[name].snapshot()} as LiveMessage);
		}),
	);
}

/**
 * Returns a function that calls `send` now, or once when the connection has been read if it is full
 * now.
 */
export function sendNewest(connection: MessageStream, send: () => void): () => void {
	let isWaiting = false;
	return () => {
		if (!connection.isFull()) {
			send();
		} else if (!isWaiting) {
			isWaiting = true;
			connection.whenDry(() => {
				isWaiting = false;
				send();
			});
		}
	};
}
