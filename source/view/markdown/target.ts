/** Where a link may lead, and how its address is written so that a terminal takes it as one. */

export const targetCharactersMax = 2000;

const schemes = /^(?:https?:\/\/|mailto:|file:\/\/)/i;

/** The address for the terminal, or `null` where it isn't one that may be opened. */
export function safeTarget(address: string): string | null {
	if (address.length > targetCharactersMax || !schemes.test(address)) {
		return null;
	}
	return address.toWellFormed().replace(/[^\u0021-\u007E]/gu, encodeURIComponent);
}

/** The length of the bare address at this place, without the sentence's punctuation after it. */
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

/** Whether the link's words name another address than its target. */
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
