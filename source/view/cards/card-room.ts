/** How many rows each part of a card gets, and whether these are enough for a yes. */
export type Share = {
	readonly keys: number;
	readonly subject: number;
	readonly warnings: number;
	/** Whether there is a row for the folder. */
	readonly place: boolean;
	readonly change: number;
	/** Whether both ends of the command and every warning are visible, which a yes requires. */
	readonly isWhole: boolean;
};

const bodyRowsMax = 16;

/** The fewest rows of a command: its first line, a count of hidden lines, and its last line. */
const endRows = 3;

/**
 * Distributes the rows of a card. Command and warnings come first. If rows are missing, first the
 * change shrinks, then the folder is left out, then all rows of keys but the first.
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
	// If the change gets no rows, one row still tells how many lines it has.
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
