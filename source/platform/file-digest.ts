import {createHash} from 'node:crypto';
import {readFileSync, statSync} from 'node:fs';

/** Nobody reads a longer script. */
const bytesMax = 8_388_608;

/** What tells a file's content apart from any other; null where there is no such file. */
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
