/** Which addresses a link may open, and how they are written for the terminal. */

export const targetCharactersMax = 2000;

const schemes = /^(?:https?:\/\/|mailto:|file:\/\/)/i;

/** The address in the form for the terminal; null if it must not be opened. */
export function safeTarget(address: string): string | null {
	if (address.length > targetCharactersMax || !schemes.test(address)) {
		return null;
	}
	return address.toWellFormed().replace(/[^\u0021-\u007E]/gu, encodeURIComponent);
}

/**
 * The length of a bare address at this position, without punctuation that ends the sentence; 0 if
 * there is none.
 */
export function bareAddressLength(text: string, at: number): number {
	const address = /https?:\/\/[^\s<>"`|\\[\]]{1,2000}/iy;
	address.lastIndex = at;
	const found = address.exec(text)?.[0];
	if (!found || isWordCharacter(text[at - 1])) {
		return 0;
	}
	const length = trimmedLength(found);
	return length > 'https://'.length ? length : 0;
}

/** Whether the words of a link name another address than the link opens. */
export function isMisleading(words: string, target: string): boolean {
	const named = /^(?:https?:\/\/|www\.)?((?:[\w-]+\.)+[\w-]+)(?=[/:?#]|$)/i.exec(words.trim());
	if (!named) {
		return false;
	}
	const [host, path] = splitAddress(target);
	const sameHost = host === named[1]!.toLowerCase() || host === `www.${named[1]!.toLowerCase()}`;
	return !sameHost && !path.endsWith(words.trim());
}

function splitAddress(target: string): [host: string, path: string] {
	const match = /^[a-z]+:(?:\/\/)?(?:[^@/]*@)?([^/:?#]*)([^?#]*)/i.exec(target);
	return [(match?.[1] ?? '').toLowerCase(), match?.[2] ?? ''];
}

function trimmedLength(address: string): number {
	let length = address.length;
	let open = count(address, '(');
	let close = count(address, ')');
	for (; length > 0; length -= 1) {
		const last = address[length - 1]!;
		if (last === ')' ? close <= open : !/[.,;:!?'*_~\]]/.test(last)) {
			return length;
		}
		close -= last === ')' ? 1 : 0;
		open -= last === '(' ? 1 : 0;
	}
	return 0;
}

function count(text: string, character: string): number {
	return text.split(character).length - 1;
}

function isWordCharacter(character: string | undefined): boolean {
	return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
