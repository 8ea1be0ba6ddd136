import {createHash} from 'node:crypto';
import {readFileSync, statSync} from 'node:fs';

/** Nobody reads a longer script before allowing it. */
const bytesMax = 8_388_608;

/** Returns a digest of the file's content; null if the file does not exist or is too large. */
export function fileDigest(path: string): string | null {
	try {
		const found = statSync(path);
		return found.isFile() && found.size <= bytesMax
			? createHash('sha256').update(readFileSync(path)).digest('hex')
			: null;
	} catch {
		return null;
	}
}
