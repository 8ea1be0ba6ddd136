import {createHash, randomBytes} from 'node:crypto';
import {join} from 'node:path';
import {readTextFile, writeFileAtomic} from '../platform/atomic-file.ts';
import {withLock} from '../platform/with-lock.ts';

/** Makes the mark that replaces a secret. */
export type SecretMarker = (kind: string, secret: string) => string;

/** Four hex digits show whether two secrets are equal, but do not suffice to confirm a guess. */
const hashLength = 4;

/** The salt keeps the digits from helping somebody who has only the file and a guess. */
export function createMarker(salt: string): SecretMarker {
	return (kind, secret) => {
		const hash = createHash('sha256').update(salt).update(secret).digest('hex');
		return `‹redacted:${kind}·${hash.slice(0, hashLength)}›`;
	};
}

/** Returns the installation's salt, so that equal secrets get equal marks in all sessions. */
export function readSalt(folder: string): string {
	const path = join(folder, 'redaction-salt');
	try {
		return readTextFile(path)?.trim() || withLock(path, () => makeSalt(path));
	} catch {
		// If the folder is read-only, a salt for this run only is used.
		return randomBytes(16).toString('hex');
	}
}

/** Another program that starts at the same moment may create the file first. */
function makeSalt(path: string): string {
	const known = readTextFile(path)?.trim();
	if (known) {
		return known;
	}
	const fresh = randomBytes(16).toString('hex');
	writeFileAtomic(path, `${fresh}\n`);
	return fresh;
}
