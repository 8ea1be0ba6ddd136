import type {TerminalId} from '../../events/ids.ts';
import type {TerminalFrame} from '../../events/live.ts';
import type {Ask} from '../../events/query.ts';

/** Earlier output of terminals, requested from the engine page by page. */
export type TerminalPages = {
	/**
	 * Returns the rows that are loaded; null if they had to be requested. `onChange` is called when
	 * they arrive.
	 */
	readonly rows: (
		terminal: TerminalId,
		range: {readonly from: number; readonly to: number},
	) => readonly string[] | null;
};

export type TerminalPagesPorts = {
	readonly query: Ask;
	readonly frame: (terminal: TerminalId) => TerminalFrame | null;
	readonly onChange: () => void;
};

type Page = {
	readonly range: {readonly from: number; readonly to: number};
	/** What the terminal showed when this page was requested. */
	readonly frame: TerminalFrame | null;
	readonly rows: readonly string[] | null;
	readonly isAsked: boolean;
};

/** Keeps the last page of each terminal, and requests it again after changes. */
export function createTerminalPages({query, frame, onChange}: TerminalPagesPorts): TerminalPages {
	const pages = new Map<TerminalId, Page>();
	const ask = async (terminal: TerminalId, wanted: Page) => {
		pages.set(terminal, wanted);
		const {rows} = await query({type: 'terminal-rows', terminal, ...wanted.range});
		if (pages.get(terminal) === wanted) {
			pages.set(terminal, {...wanted, rows, isAsked: false});
			onChange();
		}
	};
	return {
		rows(terminal, range) {
			const now = frame(terminal);
			const page = pages.get(terminal);
			const isThere = page?.range.from === range.from && page.range.to === range.to;
			if (!isThere || (page.frame !== now && !page.isAsked)) {
				// Keep showing the old page until the new one arrives.
				const rows = page?.rows ?? null;
				void ask(terminal, {range, frame: now, rows, isAsked: true});
				return rows;
			}
			return page.rows;
		},
	};
}

/** The range of lines to show after scrolling back; null if the terminal is shown live. */
export function lookedBackAt(
	{lines}: TerminalFrame,
	{end, height}: {readonly end: number | null; readonly height: number},
): {readonly from: number; readonly to: number} | null {
	return end === null ? null : {from: Math.max(lines.first, end - height), to: end};
}
