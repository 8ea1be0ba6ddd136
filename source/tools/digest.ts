import {createHash} from 'node:crypto';

/** Returns the digest of a file's bytes; null if the file does not exist. */
export function digestOf(bytes: Buffer | null): string | null {
	return bytes === null ? null : createHash('sha256').update(bytes).digest('hex');
}
