import {Box} from 'ink';
import {describe, expect, it} from 'vitest';
import {createHesitation, leaderListMs} from '../../../source/view/actions/hesitation.ts';
import {createKeymap} from '../../../source/view/actions/keymap.ts';
import {LeaderList} from '../../../source/view/actions/leader-list.tsx';
import {layOut, type Rect} from '../../../source/view/layout.ts';
import {openRobot} from '../../helpers/robot.ts';
import {always, drawnText, testHandles} from '../ink/drawn.tsx';
import {openInput} from '../input/open-input.ts';

const {keymap} = createKeymap({});

function layoutOf(columns: number, rows: number, cardRows: number) {
	return layOut({
		columns,
		rows,
		focus: 'chat',
		zoomed: false,
		sides: [],
		folded: [],
		share: null,
		composerRows: 1,
		cardRows,
	});
}

function overlap(one: Rect, other: Rect): boolean {
	return (
		one.x < other.x + other.width &&
		other.x < one.x + one.width &&
		one.y < other.y + other.height &&
		other.y < one.y + one.height
	);
}

/** The list as it stands after a while, and the place that it has told. */
function shownList(columns: number, rows: number, cardRows = 0) {
	const told: {place: Rect | null} = {place: null};
	const places = {
		put(_: unknown, place: Rect | null) {
			told.place ??= place;
		},
	};
	const layout = layoutOf(columns, rows, cardRows);
	const handles = testHandles(
		{layout: always(layout), hesitates: always(true), places},
		{columns, rows},
	);
	const screen = (
		<Box width={columns} height={rows}>
			<LeaderList />
		</Box>
	);
	return {text: drawnText(screen, handles), layout, place: told.place};
}

describe('the list of what comes after the leader key', () => {
	it('is shown only to who hesitates, and goes with the next key', () => {
		const {press, clock, ui} = openInput();
		const {snapshot} = createHesitation({ui, clock});
		press('\u0018');
		clock.advance(leaderListMs - 100);
		expect(snapshot()).toBe(false);
		clock.advance(100);
		expect(snapshot()).toBe(true);
		press('z');
		expect(snapshot()).toBe(false);
		press('\u0018');
		press('z');
		clock.advance(leaderListMs);
		expect(snapshot()).toBe(false);
	});

	it('gives way to a dialog', () => {
		const {press, clock, ui} = openInput();
		const {snapshot} = createHesitation({ui, clock});
		press('\u0010');
		press('\u0018');
		clock.advance(leaderListMs);
		expect(snapshot()).toBe(false);
	});

	it('names each key that the leader has, whole at 80x24', () => {
		const {text} = shownList(80, 24);
		const actions = keymap.help('leader').map(({action}) => action);
		expect(keymap.offers('leader')).toHaveLength(actions.length);
		for (const {words} of keymap.offers('leader')) {
			expect(text).toContain(words);
		}
	});

	it('names keys whole, one beside the other, where a card leaves few rows', () => {
		const known = keymap.offers('leader').map(({words}) => words);
		for (const cardRows of [0, 6, 10, 12]) {
			const {text} = shownList(80, 24, cardRows);
			const rows = text.split('\n').filter(row => /^│ .* │$/.test(row));
			expect(rows.length).toBeGreaterThan(1);
			for (const named of rows.flatMap(row => row.slice(2, -2).trim().split(/ {3,}/))) {
				expect(known).toContain(named.replace(/^\S+ /, ''));
			}
		}
	});

	it('never covers the card or the status line, at any size', () => {
		let seen = 0;
		for (const columns of [40, 131]) {
			for (const rows of [10, 24, 60]) {
				for (const cardRows of [0, 6, 14, 30]) {
					const {layout, place} = shownList(columns, rows, cardRows);
					if (place && layout.type === 'panes') {
						seen += 1;
						const card = layout.chat?.card;
						expect(overlap(place, layout.status)).toBe(false);
						expect(card ? overlap(place, card) : false).toBe(false);
						expect(place.y).toBeGreaterThanOrEqual(0);
					}
				}
			}
		}
		expect(seen).toBeGreaterThan(12);
	});

	it('is seen by a person who waits', async () => {
		const agent = openRobot();
		await agent.see('? help');
		agent.press('C-x');
		await agent.see('? lists what comes next');
		agent.clock.skip(leaderListMs);
		await agent.see('| split');
		agent.press('Escape');
		await agent.seeNot('| split');
	});
});
