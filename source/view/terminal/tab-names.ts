import {localHost} from '../../events/ids.ts';
import type {TerminalRecord} from '../../state/state.ts';
import {neutralise} from '../../text/neutralise.ts';
import {clusters, fitTo, shorten, textWidth} from '../../text/width.ts';

export type TabName = {readonly host: string; readonly name: string};

export const hostWidthMax = 16;
/** A shorter piece of a command is left out, because it would tell nothing. */
const nameWidthMin = 3;

export function nameOf({title}: TerminalRecord): string {
	return neutralise(title.split('\n')[0] ?? '');
}

/**
 * The text of each tab: the host, unless it is this machine, and as much of the command as fits.
 */
export function tabNames(
	terminals: readonly TerminalRecord[],
	width: number,
): ReadonlyMap<TerminalRecord, TabName> {
	const byHost = Map.groupBy(terminals, ({host}) => host);
	return new Map(
		[...byHost].flatMap(([host, those]) => {
			const isHere = host === localHost;
			const shown = isHere ? '' : shorten(neutralise(host), Math.min(width, hostWidthMax));
			const room = isHere ? width : width - textWidth(shown) - 2;
			const names = room < nameWidthMin ? [] : toldApart(those.map(nameOf), room);
			return those.map(
				(one, index) =>
					[one, {host: isHere ? '' : ` ${shown}:`, name: names[index] ?? ''}] as const,
			);
		}),
	);
}

/**
 * Shortens names to a width. If several would look alike when cut at the end, they are cut so that
 * the difference is visible.
 */
function toldApart(names: readonly string[], width: number): readonly string[] {
	const alike = Map.groupBy(new Set(names), name => shorten(name, width));
	return names.map(name => {
		const cut = shorten(name, width);
		const others = alike.get(cut) ?? [];
		return others.length < 2 ? cut : fromDifference(name, {others, width});
	});
}

/**
 * Shortens a name but keeps the word in which it differs from the others, and what follows. If that
 * word begins too early, it keeps what follows the difference. The remaining room shows the name's
 * beginning.
 */
function fromDifference(
	name: string,
	{others, width}: {readonly others: readonly string[]; readonly width: number},
): string {
	const differsAt = Math.min(...others.map(other => sharedLength(name, other)));
	const start = wordStart(name, differsAt);
	const isNear = textWidth(name.slice(start, differsAt)) < width - 2;
	const end = shorten(`…${name.slice(isNear ? start : clusterStart(name, differsAt))}`, width);
	return fitTo(name, width - textWidth(end)).trimEnd() + end;
}

/** How many code units at the beginning both texts have in common. */
function sharedLength(one: string, other: string): number {
	let length = 0;
	while (length < one.length && one[length] === other[length]) {
		length += 1;
	}
	return length;
}

function wordStart(text: string, at: number): number {
	return 1 + text.slice(0, at).search(/[\s/:=.,_-][^\s/:=.,_-]*$/);
}

/**
 * The start of the cluster that contains this code unit, because half of a cluster would be another
 * character.
 */
function clusterStart(text: string, at: number): number {
	let start = 0;
	for (const {text: sign} of clusters(text)) {
		if (start + sign.length > at) {
			break;
		}
		start += sign.length;
	}
	return start;
}
