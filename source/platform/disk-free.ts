import {statfsSync} from 'node:fs';

const bytesPerMb = 1_048_576;

/** What a user may still write where this folder is; null when nobody says. */
export function freeMbOf(folder: string): number | null {
	try {
		const {bavail, bsize} = statfsSync(folder);
		return (bavail * bsize) / bytesPerMb;
	} catch {
		return null;
	}
}
