import {showChord} from '../../keys/show-chord.ts';
import type {Timer} from '../../platform/clock.ts';
import {padStyled, styledWidth} from '../../text/styled.ts';
import {frameRows} from '../frame-rows.ts';
import type {ViewHandles, Viewport} from '../handles.ts';
import type {Layout, Rect} from '../layout.ts';
import type {Compositor} from '../paint/compositor.ts';
import type {Keymap} from './keymap.ts';
import {showKey} from './show-key.ts';

/** Who knows the next key is not interrupted by a list. */
export const leaderListMs = 400;

type Ports = Pick<ViewHandles, 'ui' | 'layout' | 'look' | 'keymap' | 'clock'> & {
	readonly compositor: Pick<Compositor, 'setSurface'>;
};

/** The list of what can come after the leader key, shown if nothing comes for a while. */
export function createLeaderList({ui, layout, look, keymap, clock, compositor}: Ports): {
	/** Call this after each change of the UI state. */
	readonly follow: () => void;
	/** Puts it where it belongs now. */
	readonly place: () => void;
	readonly close: () => void;
} {
	let timer: Timer | null = null;
	let isShown = false;
	const place = () => {
		const list = isShown ? leaderList(layout.snapshot(), look.snapshot(), keymap) : null;
		compositor.setSurface(
			'leader',
			list && {rect: list.rect, layer: 1, picture: () => ({rows: list.rows, cursor: null})},
		);
	};
	const show = (next: boolean) => {
		timer?.cancel();
		timer = null;
		if (isShown !== next) {
			isShown = next;
			place();
		}
	};
	return {
		place,
		follow() {
			const {leader, overlay} = ui.snapshot();
			// A dialog has the screen: below it nobody would see the list.
			if (!leader || overlay) {
				show(false);
			} else if (!isShown && !timer) {
				timer = clock.after(leaderListMs, () => show(true));
			}
		},
		close: () => timer?.cancel(),
	};
}

/** The list at the lower end of the screen, or above the card; null where it has no room. */
export function leaderList(
	layout: Layout,
	{columns, paint}: Viewport,
	keymap: Keymap,
): {readonly rect: Rect; readonly rows: readonly string[]} | null {
	if (layout.type !== 'panes') {
		return null;
	}
	const inner = columns - 4;
	const cells = keymap
		.offers('leader')
		.filter(({chord}) => chord !== '')
		.map(({chord, words}) => `${paint.style('key', showKey(chord, paint))} ${words}`);
	const lines = inColumns(cells, inner);
	const end = layout.chat?.card?.y ?? layout.status.y;
	const height = Math.min(lines.length + 2, end);
	if (height < rowsMin) {
		return null;
	}
	const foot = `${height - 2 < lines.length ? `${paint.glyphs.more} ` : ''}? all keys`;
	const rows = frameRows(
		{
			title: showChord(keymap.leader),
			foot,
			width: columns,
			height,
			focused: true,
			rows: lines.map(line => ` ${line}`),
		},
		paint,
	);
	return {rect: {x: 0, y: end - height, width: columns, height}, rows};
}

const rowsMin = 4;
const gapColumns = 3;

/** As many columns as fit, filled one after the other. */
function inColumns(cells: readonly string[], width: number): readonly string[] {
	const cellWidth = Math.max(0, ...cells.map(cell => styledWidth(cell)));
	const columns = Math.max(1, Math.floor((width + gapColumns) / (cellWidth + gapColumns)));
	const count = Math.ceil(cells.length / columns);
	return Array.from({length: count}, (_, row) =>
		cells
			.filter((_cell, index) => index % count === row)
			.map(cell => padStyled(cell, cellWidth))
			.join(' '.repeat(gapColumns)),
	);
}
