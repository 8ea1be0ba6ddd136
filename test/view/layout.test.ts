import {describe, expect, it} from 'vitest';
import {localHost, type TerminalId} from '../../source/events/ids.ts';
import {createStore} from '../../source/state/store.ts';
import {createKeymap} from '../../source/view/actions/keymap.ts';
import {builtInThemes} from '../../source/view/built-in-themes.ts';
import {
	type Layout,
	type LayoutInput,
	layOut,
	type PaneRects,
	paneAt,
	paneColumnsMin,
	paneRowsMin,
	type Rect,
	screenColumnsMin,
	screenRowsMin,
} from '../../source/view/layout.ts';
import {createLayoutSource} from '../../source/view/layout-source.ts';
import {type Pane, paneNames, sidePanes} from '../../source/view/panes/panes.ts';
import {createPaint} from '../../source/view/theme.ts';
import {initialUiState} from '../../source/view/ui-state/ui-state.ts';
import {createUiStore} from '../../source/view/ui-state/ui-store.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

const base: LayoutInput = {
	columns: 120,
	rows: 40,
	focus: 'chat',
	zoomed: false,
	sides: ['terminal', 'monitor'],
	folded: [],
	share: null,
	composerRows: 1,
	cardRows: 0,
};

type Panes = Extract<Layout, {type: 'panes'}>;

function shape(input: Partial<LayoutInput>): string {
	const layout = layOut({...base, ...input});
	if (layout.type === 'too-small') {
		return layout.type;
	}
	const shown = paneNames.filter(pane => layout[pane] !== null).join(' ');
	return `${layout.shape}: ${shown}${layout.hidden.length > 0 ? ` (${layout.hidden.join(' ')})` : ''}`;
}

/** The columns and rows of each pane, and the columns of each line. */
function sizes(input: Partial<LayoutInput>): string {
	const layout = layOut({...base, ...input}) as Panes;
	const {chat} = layout;
	const outer = chat?.transcript.outer;
	const height = chat ? chat.composer.outer.y + chat.composer.outer.height : 0;
	return [
		...(outer ? [`chat ${outer.width}x${height}`] : []),
		...sidePanes.flatMap(pane => {
			const rect = layout[pane]?.outer;
			const line = layout.lines[pane];
			return rect
				? [`${pane} ${rect.width}x${rect.height}`]
				: line
					? [`${pane} line ${line.width}`]
					: [];
		}),
	].join(', ');
}

describe('what is shown', () => {
	it.each([
		[{}, 'wide: chat terminal monitor'],
		[{columns: 119}, 'stacked: chat terminal (monitor)'],
		[{columns: 119, focus: 'monitor'}, 'stacked: chat monitor (terminal)'],
		[{columns: 80, rows: 24}, 'single: chat (terminal monitor)'],
		[{columns: 80, rows: 24, focus: 'terminal'}, 'single: terminal (chat monitor)'],
		[{columns: 79, rows: 60}, 'single: chat (terminal monitor)'],
		[{rows: 12}, 'wide: chat terminal (monitor)'],
		[{rows: 12, focus: 'monitor'}, 'wide: chat monitor (terminal)'],
		[{sides: ['monitor']}, 'wide: chat monitor'],
		[{sides: []}, 'single: chat'],
		[{sides: ['monitor'], columns: 100}, 'single: chat (monitor)'],
		[{sides: [], focus: 'monitor'}, 'wide: chat monitor'],
		[{zoomed: true}, 'single: chat (terminal monitor)'],
		[{zoomed: true, focus: 'terminal'}, 'single: terminal (chat monitor)'],
		[{columns: 39}, 'too-small'],
		[{rows: 9}, 'too-small'],
		[{columns: 40, rows: 10}, 'single: chat (terminal monitor)'],
	] as const)('%j: %s', (input, expected) => {
		expect(shape(input)).toBe(expected);
	});

	it.each([
		[{columns: 80, rows: 24}, 'chat 80x23'],
		[{columns: 80, rows: 24, focus: 'terminal'}, 'terminal 80x23'],
		[{columns: 60, rows: 20}, 'chat 60x19'],
		[{columns: 60, rows: 20, focus: 'monitor'}, 'monitor 60x19'],
		[{columns: 100, rows: 40}, 'chat 100x23, terminal 100x16'],
		[{columns: 120, rows: 40}, 'chat 60x39, terminal 60x38, monitor line 60'],
		[{columns: 140, rows: 40}, 'chat 80x39, terminal 60x38, monitor line 60'],
		[{columns: 120, rows: 40, focus: 'terminal'}, 'chat 38x39, terminal 82x38, monitor line 82'],
		[{columns: 120, rows: 40, focus: 'monitor'}, 'chat 60x39, terminal 60x25, monitor 60x14'],
		[{columns: 120, rows: 40, folded: []}, 'chat 60x39, terminal 60x25, monitor 60x14'],
		[{columns: 120, rows: 40, sides: ['monitor'], folded: []}, 'chat 84x39, monitor 36x39'],
		[{columns: 120, rows: 40, sides: []}, 'chat 120x39'],
		[{columns: 120, rows: 40, share: 0.5}, 'chat 60x39, terminal 60x38, monitor line 60'],
		[{columns: 120, rows: 40, share: 0.9}, 'chat 34x39, terminal 86x38, monitor line 86'],
		[{columns: 120, rows: 40, share: 0.1}, 'chat 86x39, terminal 34x38, monitor line 34'],
		[{columns: 100, rows: 40, share: 0.9}, 'chat 100x10, terminal 100x29'],
		[{columns: 200, rows: 60}, 'chat 80x59, terminal 120x58, monitor line 120'],
		[{columns: 200, rows: 60, focus: 'terminal'}, 'chat 80x59, terminal 120x58, monitor line 120'],
		[{columns: 200, rows: 60, folded: []}, 'chat 80x59, terminal 120x43, monitor 120x16'],
		[{columns: 120, rows: 40, folded: ['terminal', 'monitor']}, 'chat 120x38, terminal line 120'],
		[{columns: 80, rows: 30, folded: ['terminal', 'monitor']}, 'chat 80x28, terminal line 80'],
		[{columns: 80, rows: 24, folded: ['terminal', 'monitor']}, 'chat 80x23'],
		[
			{columns: 120, rows: 40, focus: 'terminal', folded: ['terminal', 'monitor']},
			'chat 38x39, terminal 82x38, monitor line 82',
		],
	] as const)('%j: %s', (input, expected) => {
		expect(sizes({folded: ['monitor'], ...input})).toBe(expected);
	});

	it('the composer grows to a third of the chat and no further', () => {
		const heights = [1, 2, 5, 10, 20, 100].map(composerRows => {
			const layout = layOut({...base, composerRows}) as Panes;
			return layout.chat?.composer.inner.height;
		});
		expect(heights).toEqual([1, 2, 5, 10, 11, 11]);
	});

	it('a card gets the rows that it wants while the transcript keeps two', () => {
		const card = (cardRows: number) => {
			const layout = layOut({...base, rows: 24, cardRows}) as Panes;
			return [layout.chat?.card?.height, layout.chat?.transcript.inner.height];
		};
		expect([card(6), card(50)]).toEqual([
			[6, 12],
			[16, 2],
		]);
	});
});

it('at every size and focus the rectangles cover the screen once and keep their least sizes', () => {
	for (const columns of [...steps(20, 300, 7), 39, 40, 79, 80, 119, 120, 159, 160, 161, 300]) {
		for (const rows of [...steps(5, 100, 3), 9, 10, 15, 16, 17, 29, 30, 31, 100]) {
			for (const variant of variants(columns + rows)) {
				const layout = layOut({...base, ...variant, columns, rows});
				const problem = problemOf(layout, {columns, rows});
				expect(problem && `${columns}x${rows} ${JSON.stringify(variant)}: ${problem}`).toBeNull();
			}
		}
	}
});

it.each<readonly [number, number, Pane | null]>([
	[0, 0, 'chat'],
	[10, 38, 'chat'],
	[119, 0, 'terminal'],
	[119, 38, 'monitor'],
	[119, 39, null],
	[120, 0, null],
])('the mouse at column %d, row %d is in %s', (x, y, pane) => {
	expect(paneAt(layOut(base), {x, y})).toBe(pane);
});

it('a click on a waiting card focuses no pane', () => {
	const layout = layOut({...base, cardRows: 8}) as Panes;
	expect(paneAt(layout, layout.chat!.card!)).toBeNull();
});

it('the next terminal is measured above the line of the monitor that appears with it', () => {
	const store = createStore(fakeClock());
	const paint = createPaint(builtInThemes[0]!, 0);
	const ui = createUiStore(initialUiState, store);
	const source = createLayoutSource({
		store,
		ui,
		look: {subscribe: () => () => {}, snapshot: () => ({columns: 160, rows: 40, paint})},
		keymap: createKeymap({}).keymap,
	});
	const measured = source.withTerminal('chat') as Panes;
	store.append({
		type: 'terminal.opened',
		terminal: 't1' as TerminalId,
		title: 'sh',
		host: localHost,
		cwd: '/',
		owner: 'user',
	});
	expect(measured.lines.monitor).not.toBeNull();
	expect(measured.terminal).toEqual((source.snapshot() as Panes).terminal);
});

function steps(from: number, to: number, by: number): readonly number[] {
	return Array.from({length: Math.floor((to - from) / by) + 1}, (_, index) => from + index * by);
}

/** Every focus; the other choices take turns, so that all of them meet all sizes. */
function variants(turn: number): readonly Partial<LayoutInput>[] {
	return paneNames.flatMap((focus, index) =>
		[0, 1].map(half => ({
			focus,
			zoomed: (turn + index + half) % 4 === 0,
			sides: sidePanes.filter((_, side) => (turn + index + half * side) % (side + 2) !== 0),
			folded: sidePanes.filter((_, side) => (turn + index + half + side) % 3 === 0),
			share: turn % 3 === 0 ? null : (turn % 11) / 10,
			composerRows: 1 + ((turn * 7) % 13),
			cardRows: half === 0 ? 0 : (turn * 5) % 30,
		})),
	);
}

function problemOf(
	layout: Layout,
	{columns, rows}: {columns: number; rows: number},
): string | null {
	if (layout.type === 'too-small') {
		return columns < screenColumnsMin || rows < screenRowsMin ? null : 'called too small';
	}
	const frames = sidePanes.map(pane => layout[pane]).filter(frame => frame !== null);
	const chat = layout.chat;
	const chatRects = chat
		? [chat.transcript.outer, chat.composer.outer, ...(chat.card ? [chat.card] : [])]
		: [];
	const lines = sidePanes.flatMap(pane => layout.lines[pane] ?? []);
	const rects = [...frames.map(frame => frame.outer), ...lines, ...chatRects, layout.status];
	const small = frames.find(
		({outer}) => outer.width < Math.min(paneColumnsMin, columns) || outer.height < paneRowsMin,
	);
	if (small) {
		return `a pane of ${small.outer.width}x${small.outer.height}`;
	}
	const isRead = chat?.card ? chat.transcript.outer.height === 0 : false;
	if (chat && ((!isRead && chat.transcript.inner.height < 1) || chat.composer.inner.height < 1)) {
		return 'no room to read or write';
	}
	if (chat && !chat.card && chat.transcript.inner.height < 2) {
		return 'no room to read';
	}
	const inner: readonly PaneRects[] = [
		...frames,
		...(chat ? [chat.transcript, chat.composer] : []),
	];
	return inner.every(isFramed) ? coverProblem(rects, {columns, rows}) : 'a border is not one cell';
}

function isFramed({outer, inner}: PaneRects): boolean {
	return (
		inner.x === outer.x + 1 &&
		inner.y === outer.y + 1 &&
		inner.width === outer.width - 2 &&
		inner.height === outer.height - 2
	);
}

function coverProblem(
	rects: readonly Rect[],
	{columns, rows}: {columns: number; rows: number},
): string | null {
	const cells = new Uint8Array(columns * rows);
	for (const {x, y, width, height} of rects) {
		if (x < 0 || y < 0 || x + width > columns || y + height > rows) {
			return `outside: ${JSON.stringify({x, y, width, height})}`;
		}
		for (let row = y; row < y + height; row++) {
			for (let column = x; column < x + width; column++) {
				cells[row * columns + column]!++;
			}
		}
	}
	const wrong = cells.findIndex(count => count !== 1);
	return wrong < 0
		? null
		: `cell ${wrong % columns},${Math.floor(wrong / columns)} drawn ${cells[wrong]} times`;
}
