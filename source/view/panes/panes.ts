import {chat} from './chat.ts';
import {monitor} from './monitor.ts';
import type {PaneRecord, SideRecord} from './pane-record.ts';
import {terminal} from './terminal.ts';
import {workers} from './workers.ts';

/**
 * The one list of panes, in the order of their number keys, and of their places from top to bottom.
 */
const records = {chat, terminal, monitor, workers};

export type Pane = keyof typeof records;
export type SidePane = Exclude<Pane, 'chat'>;

/** The panes that an action opens and closes. */
export type ToggledPane = {
	[Name in SidePane]: (typeof records)[Name]['side']['toggle'] extends null ? never : Name;
}[SidePane];

/** The panes that Ink draws, and below, those that the painter draws. */
export type InkPane = DrawnBy<'ink'>;
export type PaintedPane = DrawnBy<'painter'>;

type DrawnBy<Who extends PaneRecord['drawnBy']> = {
	[Name in Pane]: (typeof records)[Name]['drawnBy'] extends Who ? Name : never;
}[Pane];

export function isPainted(pane: SidePane): pane is Exclude<PaintedPane, 'chat'> {
	return panes[pane].drawnBy === 'painter';
}

export const panes: Readonly<Record<Pane, PaneRecord>> = records;

export const paneNames = Object.keys(records) as readonly Pane[];

export const sidePanes: readonly SidePane[] = paneNames.filter(name => name !== 'chat');

/** Makes a value for each pane beside the chat. */
export function forSidePanes<Value>(
	value: (side: SideRecord, pane: SidePane) => Value,
): Readonly<Record<SidePane, Value>> {
	const pairs = sidePanes.map(pane => [pane, value(sideOf(pane), pane)]);
	return Object.fromEntries(pairs) as Record<SidePane, Value>;
}

export function sideOf(pane: SidePane): SideRecord {
	const sides: Readonly<Record<SidePane, {readonly side: SideRecord}>> = records;
	return sides[pane].side;
}
