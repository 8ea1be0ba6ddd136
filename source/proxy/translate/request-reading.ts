import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {badRequest, type CallFailure} from '../failure.ts';

export {parseJson} from '../../events/json.ts';

/**
 * What a reader of a request has found out besides the request: the first thing that makes it
 * unusable, and what was left out of it.
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

/** The text, or nothing where something else stands. */
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

/** The objects of a list; anything else in it is passed over. */
export function objectsOf(value: unknown): readonly JsonObject[] {
	return listOf(value).filter(isJsonObject);
}

/** An array where the protocol has one: absent is empty, anything else is refused. */
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

/** What a table says of a word that somebody else wrote, which may be `constructor`. */
export function entryOf<Value>(
	table: Readonly<Record<string, Value>>,
	word: string,
): Value | undefined {
	return Object.hasOwn(table, word) ? table[word] : undefined;
}
