import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {writeFileAtomic} from '../../platform/atomic-file.ts';
import {readJsonBook} from '../../platform/json-book.ts';
import {withLock} from '../../platform/with-lock.ts';

/**
 * The tokens for servers that want a sign-in, in a file that only this user can read. Each record
 * is bound to the server's address and to the tokens' issuer: no token is ever sent to another one.
 */
export type TokenBook = {
	readonly path: string;
	readonly read: (url: string) => SignedIn | null;
	/** Replaces the stored record. Call this only once the new tokens were issued. */
	readonly keep: (url: string, record: SignedIn) => void;
	/** Returns false if there was nothing to forget. */
	readonly forget: (url: string) => boolean;
};

export type SignedIn = {
	readonly issuer: string;
	/** The resource for which the tokens were issued, as the server names it. */
	readonly resource: string | null;
	/** This program's registration at the issuer. */
	readonly client: JsonObject;
	readonly accessToken: string;
	readonly refreshToken: string | null;
	/** In milliseconds since the epoch; null if the issuer did not say. */
	readonly expiresAt: number | null;
};

export function openTokenBook(path: string): TokenBook {
	const change = (next: (book: JsonObject) => JsonObject) =>
		withLock(path, () => {
			writeFileAtomic(path, `${JSON.stringify(next(readJsonBook(path)), null, '\t')}\n`);
		});
	return {
		path,
		read: url => recordOf(readJsonBook(path)[url]),
		keep: (url, record) => change(book => ({...book, [url]: record})),
		forget(url) {
			if (!Object.hasOwn(readJsonBook(path), url)) {
				return false;
			}
			change(book => Object.fromEntries(Object.entries(book).filter(([key]) => key !== url)));
			return true;
		},
	};
}

function recordOf(value: unknown): SignedIn | null {
	return isJsonObject(value) &&
		typeof value['issuer'] === 'string' &&
		typeof value['accessToken'] === 'string' &&
		isJsonObject(value['client'])
		? (value as unknown as SignedIn)
		: null;
}
