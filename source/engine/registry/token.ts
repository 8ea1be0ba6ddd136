import {createHash, randomBytes, timingSafeEqual} from 'node:crypto';

const tokenBytes = 32;

/**
 * A screen shows this token to the engine, and so proves that its user can read the engine's
 * record.
 */
export function makeToken(): string {
	return randomBytes(tokenBytes).toString('base64url');
}

/**
 * The comparison takes equally long for every wrong token, so that its time tells nothing about the
 * right one.
 */
export function sameToken(left: string, right: string): boolean {
	return left !== '' && timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
