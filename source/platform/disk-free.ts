import {statfsSync} from 'node:fs';

const bytesPerMb = 1_048_576;

/** Returns the space that is free for this user on the folder's disk; null if unknown. */
export function freeMbOf(folder: string): number | null {
	try {
		const {bavail, bsize} = statfsSync(folder);
		return (bavail * bsize) / bytesPerMb;
	} catch {
		return null;
	}
}
