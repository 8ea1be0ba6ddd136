/** The rows of each part of a card, and whether the card alone shows enough for a yes. */
export type Share = {
	readonly keys: number;
	readonly subject: number;
	readonly warnings: number;
	/** Whether the folder gets a row. */
	readonly place: boolean;
	readonly change: number;
	/** Whether both ends of the command and every warning are visible. */
	readonly isWhole: boolean;
};

const bodyRowsMax = 16;

/** The first line, the fold and the last line of a command must be visible. */
const endRows = 3;

/**
 * Distributes the rows of a card. Command and warnings come first. If rows are short, first the
 * change shrinks, then the place is dropped, then all keys but those of the first row.
 */
export function shareRows({
	free,
	keys: allKeys,
	subject: subjectRows,
	warnings: warningRows,
	change: changeRows,
	place: placeRows,
}: {
	readonly free: number;
	readonly keys: number;
	readonly subject: number;
	readonly warnings: number;
	readonly change: number;
	readonly place: 0 | 1;
}): Share {
	const ends = Math.min(endRows, subjectRows);
	// A change that gets no rows still gets one that counts its lines.
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
	const place = placeRows > 0 && spare > Math.min(2, wanted);
	const change = Math.min(wanted, spare - (place ? 1 : 0));
	return {keys, subject, warnings, place, change, isWhole};
}
