import type {TerminalId} from '../events/ids.ts';
import type {SessionPorts} from './session.ts';
import type {TerminalsPorts} from './terminal.ts';
import type {Size, Transport} from './transport.ts';

/** Returns the ports for one terminal's session, made from the ports of all terminals. */
export function sessionPorts(
	{clock, limits, logFolder, logFilter}: TerminalsPorts,
	{transport, id}: {transport: Transport; id: TerminalId},
): SessionPorts {
	return {
		clock,
		transport,
		scrollbackLines: limits.scrollbackLines,
		transcriptPath: logFolder === null ? null : `${logFolder}/${id}.log`,
		...(logFilter && {transcriptFilter: logFilter()}),
	};
}

const columnsMin = 2;
const columnsMax = 1000;
const rowsMax = 500;

/** Limits a size to what a terminal can have. */
export function clamped({columns, rows}: Size): Size {
	return {
		columns: Math.min(columnsMax, Math.max(columnsMin, Math.floor(columns) || columnsMin)),
		rows: Math.min(rowsMax, Math.max(1, Math.floor(rows) || 1)),
	};
}
