import {describe, expect, it} from 'vitest';
import type {HostId, TerminalId} from '../../../source/events/ids.ts';
import {emptyState} from '../../../source/state/empty-state.ts';
import type {State, TerminalRecord} from '../../../source/state/state.ts';
import {type Layout, layOut} from '../../../source/view/layout.ts';
import {
	nextSplit,
	placeTerminals,
	splitFrame,
	terminalFrame,
} from '../../../source/view/terminal/split.ts';

function record(id: string): TerminalRecord {
	return {
		id: id as TerminalId,
		title: `program ${id}`,
		host: 'local' as HostId,
		cwd: '/',
		owner: 'model',
		control: 'model',
		waiting: null,
		isWanted: false,
		isShared: true,
		mayTypeHidden: false,
		typed: null,
		openedAt: 0,
		ended: null,
	};
}

function stateWith(ids: readonly string[]): State {
	return {...emptyState, terminals: ids.map(record)};
}

function layoutOf(columns: number, rows: number, zoomed = true): Layout {
	return layOut({
		columns,
		rows,
		focus: 'terminal',
		zoomed,
		sides: ['terminal'],
		folded: [],
		share: null,
		composerRows: 1,
		cardRows: 0,
	});
}

const outer = (width: number, height: number) => ({
	outer: {x: 0, y: 0, width, height},
	inner: {x: 1, y: 1, width: width - 2, height: height - 2},
});

describe('the terminal pane', () => {
	it.each([
		[200, 59, 2, ['100x59', '100x59']],
		[120, 39, 2, ['60x39', '60x39']],
		[100, 59, 2, ['100x29', '100x30']],
		[200, 59, 4, ['100x29', '100x29', '100x30', '100x30']],
		[200, 59, 3, ['100x29', '100x29', '200x30']],
		[80, 23, 2, ['80x11', '80x12']],
	])('of %dx%d is cut into %d parts that cover it', (width, height, count, sizes) => {
		const frames = splitFrame(outer(width, height), count)!;
		expect(frames.map(frame => `${frame.outer.width}x${frame.outer.height}`)).toEqual(sizes);
		const cells = frames.reduce((sum, frame) => sum + frame.outer.width * frame.outer.height, 0);
		expect(cells).toBe(width * height);
	});

	it.each([
		[80, 12, 2],
		[60, 20, 4],
	])('of %dx%d is not cut into %d parts that nobody could read', (width, height, count) => {
		expect(splitFrame(outer(width, height), count)).toBeNull();
	});

	it('shows the selected terminal and its neighbours, and one alone without a split', () => {
		const layout = layoutOf(200, 60);
		const shown = (selected: string, split: number) =>
			placeTerminals(
				stateWith(['1', '2', '3', '4', '5']),
				{selectedTerminal: selected as TerminalId, split},
				terminalFrame(layout),
			).map(({terminal, isSelected}) => `${terminal?.id}${isSelected ? '*' : ''}`);
		expect(shown('3', 1)).toEqual(['3*']);
		expect(shown('3', 2)).toEqual(['3*', '4']);
		expect(shown('4', 2)).toEqual(['3', '4*']);
		expect(shown('5', 2)).toEqual(['4', '5*']);
		expect(shown('5', 4)).toEqual(['2', '3', '4', '5*']);
	});

	it('has one empty part while there is no terminal', () => {
		const placed = placeTerminals(
			stateWith([]),
			{selectedTerminal: null, split: 3},
			terminalFrame(layoutOf(120, 40)),
		);
		expect(placed).toMatchObject([{terminal: null, isSelected: true}]);
	});

	it('goes through the numbers of parts for which there are terminals and room', () => {
		const next = (ids: readonly string[], split: number, layout = layoutOf(200, 60)) =>
			nextSplit(stateWith(ids), {split}, layout);
		expect(next(['1'], 1)).toBe(1);
		expect(next(['1', '2', '3'], 1)).toBe(2);
		expect(next(['1', '2', '3'], 2)).toBe(3);
		expect(next(['1', '2', '3'], 3)).toBe(1);
		expect(next(['1', '2'], 1, layoutOf(60, 12))).toBe(1);
	});
});
