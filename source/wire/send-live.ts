import type {Engine} from '../engine/engine.ts';
import type {MessageStream} from './connection.ts';
import type {LiveMessage, LiveName} from './message.ts';

/** Sends the newest value only; older values that still wait are dropped. */
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
