import {beginningOf} from '../../events/shorten.ts';
import type {QueueHealth} from '../../events/worker.ts';

/**
 * The clock and time zone of the worker's machine. They are needed because arq's health record
 * names neither year nor zone.
 */
export type ZoneOf = {
	readonly now: number;
	/** Minutes east of Greenwich. */
	readonly offsetMinutes: number;
};

const textLengthMax = 200;

/**
 * Parses a line such as `Nov-18 12:03:30 j_complete=0 j_failed=0 j_retried=0 j_ongoing=2 queued=7`.
 */
export function readHealth(
	bytes: Buffer | null,
	{leftMs, zone}: {leftMs: number | null; zone: ZoneOf | null},
): QueueHealth | null {
	if (bytes === null) {
		return null;
	}
	const text = beginningOf(bytes.toString('utf8'), textLengthMax);
	const at = zone && timeOf(text, zone);
	return {
		text,
		ageMs: zone && at !== null && at <= zone.now + aheadMsMax ? Math.max(0, zone.now - at) : null,
		leftMs: leftMs === null || leftMs < 0 ? null : leftMs,
	};
}

/**
 * How far the record may lie in the future, since both its time and our clock are cut to seconds.
 */
const aheadMsMax = 2000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayMs = 86_400_000;

function timeOf(text: string, {now, offsetMinutes}: ZoneOf): number | null {
	const found = /^([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})/.exec(text);
	const month = months.indexOf(found?.[1] ?? '');
	if (!found || month < 0) {
		return null;
	}
	const [day = 1, hour = 0, minute = 0, second = 0] = found.slice(2).map(Number);
	const inYear = (year: number) =>
		Date.UTC(year, month, day, hour, minute, second) - offsetMinutes * 60_000;
	const year = new Date(now + offsetMinutes * 60_000).getUTCFullYear();
	// A record of December that is read in January is from last year.
	return inYear(year) > now + dayMs ? inYear(year - 1) : inYear(year);
}
