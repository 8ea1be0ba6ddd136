import type {AnyMessage, JsonRpcId, Stream} from '@agentclientprotocol/sdk';

/**
 * Runs an action once the answer to a request was written. An editor can't place an update for a
 * session whose id it has not read yet.
 */
export function afterAnswers({readable, writable}: Stream): {
	readonly stream: Stream;
	readonly whenAnswered: (request: JsonRpcId, action: () => void) => void;
} {
	const waiting = new Map<JsonRpcId, () => void>();
	const writer = writable.getWriter();
	const written = (message: AnyMessage) => {
		if ('id' in message && !('method' in message)) {
			const action = waiting.get(message.id);
			waiting.delete(message.id);
			action?.();
		}
	};
	return {
		stream: {
			readable,
			writable: new WritableStream({
				async write(message) {
					await writer.write(message);
					written(message);
				},
			}),
		},
		whenAnswered: (request, action) => void waiting.set(request, action),
	};
}
