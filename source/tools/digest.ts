import {createHash} from 'node:crypto';

/** Of a file's bytes; null where there is no file. */
export function digestOf(bytes: Buffer | null): string | null {
	return bytes === null ? null : createHash('sha256').update(bytes).digest('hex');
}
