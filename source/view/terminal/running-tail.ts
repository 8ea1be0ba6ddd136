import type {TerminalId} from '../../events/ids.ts';
import type {Live, TerminalFrame} from '../../events/live.ts';
import {runningCalls} from '../../state/select.ts';
import type {State} from '../../state/state.ts';
import {unstyled} from '../../text/styled.ts';
import {shorten} from '../../text/width.ts';
import type {PainterPorts} from '../painter.ts';
import type {Paint} from '../theme.ts';

/**
 * The last lines of the command that the model waits for, shown in the chat where the screen has
 * no room for the terminal beside or below it.
 */
export type RunningTail = {
	/** Returns no rows if there is nothing to show. */
	readonly rows: (room: {width: number; height: number}, paint: Paint) => readonly string[];
	/** Call this when the panes, the calls or the terminals have changed. */
	readonly follow: () => void;
	readonly close: () => void;
};

const tailRowsMax = 3;

/** The conversation keeps at least this part of its pane. */
const chatShare = 0.75;

export function createRunningTail({
	store,
	places,
	compositor,
	frameOf,
}: Pick<PainterPorts, 'store' | 'places' | 'compositor' | 'frameOf'>): RunningTail {
	let heard: Heard | null = null;
	const redraw = () => compositor.invalidate('transcript');
	const hear = (terminal: TerminalId | null): void => {
		heard?.stop();
		const live = terminal && frameOf(terminal);
		heard = terminal && live && {terminal, live, stop: live.subscribe(redraw)};
		redraw();
	};
	return {
		rows({width, height}, paint) {
			const rowsMax = Math.min(tailRowsMax, Math.floor(height * (1 - chatShare)));
			const lines = heard?.live.snapshot().rows.map(row => unstyled(row).trimEnd()) ?? [];
			const end = lines.findLastIndex(line => line !== '') + 1;
			return lines
				.slice(Math.max(0, end - rowsMax), end)
				.map(line => `  ${paint.style('text.dim', shorten(line, width - 2, paint.glyphs.more))}`);
		},
		follow() {
			const isInChat = places.snapshot().terminal === undefined;
			const terminal = isInChat ? awaitedTerminal(store.state()) : null;
			if (terminal !== (heard?.terminal ?? null)) {
				hear(terminal);
			}
		},
		close: () => heard?.stop(),
	};
}

type Heard = {
	readonly terminal: TerminalId;
	readonly live: Live<TerminalFrame>;
	readonly stop: () => void;
};

/** The terminal of the newest running call whose program has not ended; null if there is none. */
function awaitedTerminal(state: State): TerminalId | null {
	const call = runningCalls(state).findLast(({terminal}) => terminal !== undefined);
	const terminal = state.terminals.find(({id}) => id === call?.terminal);
	return terminal && terminal.ended === null ? terminal.id : null;
}
