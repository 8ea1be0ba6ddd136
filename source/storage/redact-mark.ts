import {createHash, randomBytes} from 'node:crypto';
import {join} from 'node:path';
import {readTextFile, writeFileAtomic} from '../platform/atomic-file.ts';
import {withLock} from '../platform/with-lock.ts';

/** What stands in the place of a secret. */
export type Marker = (kind: string, secret: string) => string;

/** Four digits: enough to see that two secrets are equal, too few to confirm a guessed password. */
const hashLength = 4;

/** The salt keeps the digits from telling anything to who has only the file and a guess. */
export function createMarker(salt: string): Marker {
	return (kind, secret) => {
		const hash = createHash('sha256').update(salt).update(secret).digest('hex');
		return `‹redacted:${kind}·${hash.slice(0, hashLength)}›`;
	};
}

/** One for each installation, so that equal secrets look equal in all its sessions. */
export function readSalt(folder: string): string {
	const path = join(folder, 'redaction-salt');
	try {
		return readTextFile(path)?.trim() || withLock(path, () => makeSalt(path));
	} catch {
		// A folder that can't be written: equal secrets look equal in this run.
		return randomBytes(16).toString('hex');
	}
}

/** Another program that started at the same moment may have made it. */
function makeSalt(path: string): string {
	const known = readTextFile(path)?.trim();
	if (known) {
		return known;
	}
	const fresh = randomBytes(16).toString('hex');
	writeFileAtomic(path, `${fresh}\n`);
	return fresh;
}
