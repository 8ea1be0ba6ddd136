import {describe, expect, it} from 'vitest';
import {unstyled} from '../../../source/text/styled.ts';
import {createKeymap} from '../../../source/view/actions/keymap.ts';
import {
	createLeaderList,
	leaderList,
	leaderListMs,
} from '../../../source/view/actions/leader-list.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {layOut, type Rect} from '../../../source/view/layout.ts';
import type {Surface} from '../../../source/view/paint/scene.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {openRobot} from '../../helpers/robot.ts';
import {openInput} from '../input/open-input.ts';

const {keymap} = createKeymap({});
const paint = createPaint(builtInThemes[0]!, 0);

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

/** The list's surface, followed through keys and time. */
function openList() {
	const {ui, clock, press} = openInput();
	const shown: {surface: Surface | null} = {surface: null};
	const list = createLeaderList({
		ui,
		clock,
		keymap,
		layout: {snapshot: () => layoutOf(80, 24, 0), subscribe: () => () => {}},
		look: {snapshot: () => ({columns: 80, rows: 24, paint}), subscribe: () => () => {}},
		compositor: {
			setSurface(_, surface) {
				shown.surface = surface;
			},
		},
	});
	ui.subscribe(list.follow);
	const text = () => shown.surface?.picture().rows.map(unstyled).join('\n') ?? '';
	return {press, clock, text};
}

describe('the list of what comes after the leader key', () => {
	it('is shown only to who hesitates, and goes with the next key', () => {
		const {press, clock, text} = openList();
		press('\u0018');
		clock.advance(leaderListMs - 100);
		expect(text()).toBe('');
		clock.advance(100);
		expect(text()).toMatch(/\| split/);
		press('z');
		expect(text()).toBe('');
		press('\u0018');
		press('z');
		clock.advance(leaderListMs);
		expect(text()).toBe('');
	});

	it('gives way to a dialog', () => {
		const {press, clock, text} = openList();
		press('\u0010');
		press('\u0018');
		clock.advance(leaderListMs);
		expect(text()).toBe('');
	});

	it('names each key that the leader has, whole at 80x24', () => {
		const list = leaderList(layoutOf(80, 24, 0), {columns: 80, rows: 24, paint}, keymap);
		const text = list!.rows.map(unstyled).join('\n');
		const actions = keymap.help('leader').map(({action}) => action);
		expect(keymap.offers('leader')).toHaveLength(actions.length);
		for (const {words} of keymap.offers('leader')) {
			expect(text).toContain(words);
		}
	});

	it('never covers the card or the status line, at any size', () => {
		const overlap = (one: Rect, other: Rect) =>
			one.x < other.x + other.width &&
			other.x < one.x + one.width &&
			one.y < other.y + other.height &&
			other.y < one.y + one.height;
		let seen = 0;
		for (let columns = 40; columns <= 200; columns += 20) {
			for (let rows = 10; rows <= 60; rows += 2) {
				for (const cardRows of [0, 6, 9, 14, 30]) {
					const layout = layoutOf(columns, rows, cardRows);
					const list = leaderList(layout, {columns, rows, paint}, keymap);
					if (!list || layout.type !== 'panes') {
						continue;
					}
					seen += 1;
					const card = layout.chat?.card;
					expect(overlap(list.rect, layout.status)).toBe(false);
					expect(card ? overlap(list.rect, card) : false).toBe(false);
					expect(list.rect.y).toBeGreaterThanOrEqual(0);
					expect(list.rows).toHaveLength(list.rect.height);
				}
			}
		}
		expect(seen).toBeGreaterThan(500);
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
