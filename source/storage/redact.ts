import {parseJson} from '../events/json.ts';
import {commandShapes} from './redact-commands.ts';
import {fieldShapes} from './redact-fields.ts';
import {knownSecrets, knownShapes} from './redact-known.ts';
import {createMarker, readSalt, type SecretMarker} from './redact-mark.ts';
import {contextLength, createScanner, type FoundSecret} from './redact-scan.ts';
import {
	type Cutter,
	createCutter,
	createStreamRedactor,
	type StreamRedactor,
	unfinished,
} from './redact-stream.ts';
import {tokenShapes} from './redact-tokens.ts';
import {redactValue} from './redact-value.ts';

/**
 * Keeps secrets (known forms and known values) out of every file, and away from the model. Each is
 * replaced by a mark such as `‹redacted:kind·3f2a›`; equal secrets get equal marks.
 */
export type Redactor = {
	readonly text: (text: string) => string;
	/**
	 * Replaces secrets in all strings of plain data. Returns the same reference if there are none.
	 */
	readonly value: <Value>(value: Value) => Value;
	/** Returns the value as one line of strict JSON, without secrets. */
	readonly json: (value: unknown) => string;
	/** Redacts a text. If it is JSON, the result is JSON too. */
	readonly document: (text: string) => string;
	/** Creates a redactor for a text that arrives in pieces, which may be cut anywhere. */
	readonly stream: () => StreamRedactor;
	readonly cutter: () => Cutter;
	/**
	 * Creates a redactor for pieces from a cutter: each piece is redacted together with the earlier
	 * ones.
	 */
	readonly follow: () => (piece: string) => string;
	/** Returns the secrets of a text, keyed by their marks. */
	readonly marks: (text: string) => ReadonlyMap<string, string>;
};

export function createRedactor(known: readonly string[] = [], salt = ''): Redactor {
	const marker = createMarker(salt);
	const scanner = createScanner([
		...knownShapes(known),
		...tokenShapes,
		...commandShapes,
		...fieldShapes,
	]);
	const replace = (text: string, found: readonly FoundSecret[], from: number) =>
		replaceFound({text, found, from, marker});
	const redact = (text: string) => replace(text, scanner.find(text), 0);
	const value = <Value>(whole: Value) => redactValue(whole, {redact, marker}) as Value;
	return {
		text: redact,
		value,
		json: whole => JSON.stringify(value(whole)),
		document(text) {
			const parsed = text.startsWith('{') || text.startsWith('[') ? parseJson(text) : undefined;
			if (parsed === undefined) {
				return redact(text);
			}
			const hidden = value(parsed);
			return hidden === parsed ? text : JSON.stringify(hidden);
		},
		stream: () => createStreamRedactor({scanner, replace}),
		cutter: () => createCutter(scanner),
		follow() {
			let context = '';
			return piece => {
				const text = context + piece;
				const from = context.length;
				context = text.slice(-contextLength);
				return replace(text, scanner.find(text, from), from);
			};
		},
		marks: text =>
			new Map(
				scanner.find(text).map(({start, end, kind}) => {
					const secret = text.slice(start, end);
					return [marker(kind, secret), secret];
				}),
			),
	};
}

/**
 * Creates the redactor of this installation, which knows the keys in its environment and settings.
 */
export function installedRedactor({
	folder,
	env,
	providers,
}: {
	folder: string;
	env: Parameters<typeof knownSecrets>[0];
	providers: Parameters<typeof knownSecrets>[1];
}): Redactor {
	return createRedactor(knownSecrets(env, providers), readSalt(folder));
}

type Replacement = {
	readonly text: string;
	readonly found: readonly FoundSecret[];
	readonly from: number;
	readonly marker: SecretMarker;
};

function replaceFound({text, found, from, marker}: Replacement): string {
	if (found.length === 0) {
		return from === 0 ? text : text.slice(from);
	}
	let out = '';
	let told = from;
	for (const {start, end, kind} of found) {
		// An unfinished text gets no hash: the hashes after each new character would reveal it.
		const secret = kind === unfinished ? '' : text.slice(start, end);
		out += text.slice(told, start) + marker(kind, secret);
		told = end;
	}
	return out + text.slice(told);
}
