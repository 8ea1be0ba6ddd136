import {isJsonObject, type JsonObject} from '../../events/json.ts';

/**
 * The requests of engines to the client, such as a question about a call. Each engine counts its
 * requests from 0, so the client gets them under numbers of ours: otherwise a person's late answer
 * to a question of an engine that has ended would count for the next engine's question.
 */
export type EngineQuestions = {
	/** Returns the engine's request or notification as the client has to get it. */
	readonly told: (message: JsonObject) => JsonObject;
	/** Returns the client's answer as the engine expects it; null if nothing was asked. */
	readonly answered: (answer: JsonObject) => JsonObject | null;
	/** Forgets all open requests. Returns the notifications that withdraw them at the client. */
	readonly withdraw: () => readonly JsonObject[];
};

const cancelled = 'notifications/cancelled';

export function createEngineQuestions(): EngineQuestions {
	/** The engine's own ids, by the numbers that the client knows. */
	const open = new Map<unknown, unknown>();
	let count = 0;
	const withdrawn = (message: JsonObject, params: JsonObject): JsonObject => {
		const [number] = [...open].find(([, id]) => id === params['requestId']) ?? [];
		if (number === undefined) {
			return message;
		}
		open.delete(number);
		return {...message, params: {...params, requestId: number as number}};
	};
	return {
		told(message) {
			const {id, method, params} = message;
			if (id === undefined) {
				return method === cancelled && isJsonObject(params) ? withdrawn(message, params) : message;
			}
			count += 1;
			open.set(count, id);
			return {...message, id: count};
		},
		answered(answer) {
			const id = open.get(answer['id']);
			return id !== undefined && open.delete(answer['id']) ? {...answer, id: id as number} : null;
		},
		withdraw() {
			const numbers = [...open.keys()] as readonly number[];
			open.clear();
			return numbers.map(requestId => ({
				jsonrpc: '2.0',
				method: cancelled,
				params: {requestId, reason: 'The session that has asked this ended.'},
			}));
		},
	};
}
