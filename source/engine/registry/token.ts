import {createHash, randomBytes, timingSafeEqual} from 'node:crypto';

const tokenBytes = 32;

/** What a screen has to show to an engine: it proves that its user can read the engine's record. */
export function makeToken(): string {
	return randomBytes(tokenBytes).toString('base64url');
}

/** Takes as long for a token that is nearly right as for any other, of any length. */
export function sameToken(left: string, right: string): boolean {
	return left !== '' && timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
