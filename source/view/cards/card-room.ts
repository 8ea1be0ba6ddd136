/** How many rows each part of a card has, and whether nobody has to look elsewhere before a yes. */
export type Share = {
	readonly keys: number;
	readonly subject: number;
	readonly warnings: number;
	/** Whether tool and folder have their row. */
	readonly place: boolean;
	readonly change: number;
	/** Both ends of what would run and every warning are on the card. */
	readonly isWhole: boolean;
};

const bodyRowsMax = 16;

/** First line, fold and last line: so much of what would run has to be seen. */
const endRows = 3;

/**
 * Shares out the rows of a card. What would run and the warnings come before everything else: first
 * the change gives way to them, then the place, then all keys but those of the first row.
 */
export function shareRows({
	free,
	keys: allKeys,
	subject: subjectRows,
	warnings: warningRows,
	change: changeRows,
}: {
	readonly free: number;
	readonly keys: number;
	readonly subject: number;
	readonly warnings: number;
	readonly change: number;
}): Share {
	const ends = Math.min(endRows, subjectRows);
	// A change that is not shown is at least counted.
	const counted = Math.min(1, changeRows);
	const keys = free - allKeys < ends + warningRows + counted ? 1 : allKeys;
	const room = free - keys;
	const isWhole = room >= ends + warningRows + counted;
	const warnings = isWhole
		? warningRows
		: Math.min(warningRows, Math.max(1, room - ends - counted));
	const left = room - warnings;
	const subject = Math.max(1, Math.min(subjectRows, bodyRowsMax, left - counted));
	const spare = left - subject;
	const wanted = Math.min(changeRows, Math.max(counted, bodyRowsMax - subject));
	const place = spare > Math.min(2, wanted);
	const change = Math.min(wanted, spare - (place ? 1 : 0));
	return {keys, subject, warnings, place, change, isWhole};
}
