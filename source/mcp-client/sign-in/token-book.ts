import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {writeFileAtomic} from '../../platform/atomic-file.ts';
import {readJsonBook} from '../../platform/json-book.ts';
import {withLock} from '../../platform/with-lock.ts';

/**
 * The tokens of servers that want a sign-in, in a file for this user alone. A record is bound to the
 * address of its server and to the issuer of its tokens: neither is ever sent to another one.
 */
export type TokenBook = {
	readonly path: string;
	readonly read: (url: string) => SignedIn | null;
	/** Replaces what was there: call it only once the new tokens have been issued. */
	readonly keep: (url: string, record: SignedIn) => void;
	/** Returns false if there was nothing to forget. */
	readonly forget: (url: string) => boolean;
};

export type SignedIn = {
	readonly issuer: string;
	/** What the tokens are for, as the server names itself. */
	readonly resource: string | null;
	/** As the issuer registered this program. */
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
