import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {makePrivateFolder, privateFileMode} from '../platform/atomic-file.ts';
import type {Redactor} from './redact.ts';

/**
 * Writes a report without secrets, for people who search for a fault. Returns its path; null if
 * writing failed.
 */
export function writeReport(
	folder: string,
	{at, redactor, report}: {at: number; redactor: Redactor; report: object},
): string | null {
	const time = new Date(at).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
	const path = join(folder, `report-${time}.json`);
	try {
		makePrivateFolder(folder);
		const text = JSON.stringify(redactor.value({v: 1, at, ...report}), null, '\t');
		writeFileSync(path, `${text}\n`, {mode: privateFileMode});
		return path;
	} catch {
		return null;
	}
}
