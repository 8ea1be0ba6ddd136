import type {Engine} from '../engine/engine.ts';
import type {MessageStream} from './connection.ts';
import type {LiveMessage, LiveName} from './message.ts';

/** Sends a live value when it changes. On a slow connection, only the newest value is sent. */
export function sendLive(engine: Engine, connection: MessageStream, name: LiveName): () => void {
	let isWaiting = false;
	const send = () => {
		connection.send({type: 'live', name, value: engine.live[name].snapshot()} as LiveMessage);
	};
	return engine.live[name].subscribe(() => {
		if (!connection.isFull()) {
			send();
		} else if (!isWaiting) {
			isWaiting = true;
			connection.whenDry(() => {
				isWaiting = false;
				send();
			});
		}
	});
}
