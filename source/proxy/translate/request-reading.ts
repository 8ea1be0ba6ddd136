import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {badRequest, type CallFailure} from '../failure.ts';

export {parseJson} from '../../events/json.ts';

/**
 * What was found while a request was read: the first reason why it can't be used, and notices about
 * what was left out.
 */
export type RequestReading = {
	readonly refuse: (message: string, param: string) => void;
	readonly notice: (text: string) => void;
	readonly failure: () => CallFailure | null;
	readonly notices: () => readonly string[];
};

export function createRequestReading(): RequestReading {
	let failure: CallFailure | null = null;
	const notices = new Set<string>();
	return {
		refuse(message, param) {
			failure ??= badRequest(message, param);
		},
		notice(text) {
			if (notices.size < noticesMax) {
				notices.add(text);
			}
		},
		failure: () => failure,
		notices: () => [...notices],
	};
}

const noticesMax = 50;

/** Returns the value if it is a text; otherwise an empty text. */
export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

export function optionalText(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

export function optionalNumber(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function optionalFlag(value: unknown): boolean | undefined {
	return typeof value === 'boolean' ? value : undefined;
}

export function optionalObject(value: unknown): JsonObject | undefined {
	return isJsonObject(value) ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

/** Returns the objects in a list. Other values in it are ignored. */
export function objectsOf(value: unknown): readonly JsonObject[] {
	return listOf(value).filter(isJsonObject);
}

/** Refuses a request without messages, since a model could answer nothing. */
export function needMessages(body: JsonObject, reading: RequestReading): void {
	if (!Array.isArray(body['messages'])) {
		reading.refuse('“messages” has to be a list.', 'messages');
	}
}

/** Reads an array. A missing one is empty; anything else is refused. */
export function readList(
	value: unknown,
	param: string,
	reading: RequestReading,
): readonly unknown[] {
	if (value === undefined || value === null) {
		return [];
	}
	if (!Array.isArray(value)) {
		reading.refuse(`“${param}” has to be a list.`, param);
		return [];
	}
	return value;
}

/**
 * Looks up a word from outside in a table. A plain lookup would also find inherited names, such as
 * `constructor`.
 */
export function entryOf<Value>(
	table: Readonly<Record<string, Value>>,
	word: string,
): Value | undefined {
	return Object.hasOwn(table, word) ? table[word] : undefined;
}
