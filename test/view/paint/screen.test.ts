import {describe, expect, it} from 'vitest';
import {createScene, type Scene} from '../../../source/view/paint/scene.ts';
import {createScreen} from '../../../source/view/paint/screen.ts';
import {differences} from './compare.ts';
import {openEmulator} from './emulator.ts';
import {looseWords, plainWords, type Random, randomRow, seededRandom, wideWords} from './random.ts';

const traits = {synchronized: false, colors: 3, scrolls: true} as const;

type Pane = {x: number; y: number; width: number; height: number; rows: string[]};

describe('whatever changes, the terminal shows the scene', () => {
	const kinds = [
		{kind: 'plain text', words: plainWords},
		{kind: 'wide characters', words: [...plainWords, ...wideWords]},
		{kind: 'emoji and combining marks', words: [...plainWords, ...wideWords, ...looseWords]},
	];
	const sizes = [
		[20, 5],
		[80, 24],
		[131, 37],
	] as const;
	for (const {kind, words} of kinds) {
		for (const [columns, rows] of sizes) {
			it(`with ${kind} at ${columns}x${rows}`, async () => {
				const random = seededRandom(columns * 1000 + words.length);
				const emulator = openEmulator(columns, rows);
				await emulator.write('\u001B[?7l');
				const scene = createScene();
				const screen = createScreen({columns, rows, ...traits});
				const panes = randomPanes(random, {columns, rows, words});
				for (let frame = 0; frame < 60; frame++) {
					changeScene(random, scene, {panes, columns, rows, words});
					await emulator.write(screen.render(scene));
					expect(differences(emulator, scene, {columns, rows}), `frame ${frame}`).toEqual([]);
				}
				emulator.close();
			});
		}
	}
});

type Stage = {panes: readonly Pane[]; columns: number; rows: number; words: readonly string[]};

function randomPanes(
	random: Random,
	{columns, rows, words}: {columns: number; rows: number; words: readonly string[]},
): readonly Pane[] {
	const split = 4 + random.below(columns - 8);
	return [
		{x: 1, y: 1, width: split - 2, height: rows - 2, rows: []},
		{x: split, y: 0, width: columns - split, height: rows, rows: []},
	].map(pane => ({
		...pane,
		rows: Array.from({length: pane.height}, () => randomRow(random, pane.width, words)),
	}));
}

/** One thing happens: text is added, a pane scrolls, chrome changes, a pop-up opens or closes. */
function changeScene(random: Random, scene: Scene, {panes, columns, rows, words}: Stage): void {
	const pane = random.pick(panes);
	const width = pane.width;
	const happening = random.below(7);
	if (happening < 2) {
		pane.rows[random.below(pane.height)] = randomRow(random, width, words);
	} else if (happening === 2) {
		const by = 1 + random.below(3);
		for (let count = 0; count < by; count++) {
			pane.rows.shift();
			pane.rows.push(randomRow(random, width, words));
		}
	} else if (happening === 3) {
		pane.rows.unshift(randomRow(random, width, words));
		pane.rows.pop();
	} else if (happening === 4) {
		pane.rows = pane.rows.map(() => (random.chance(0.5) ? '' : randomRow(random, width, words)));
	} else if (happening === 5) {
		scene.setInkLayer({
			rows: Array.from({length: rows}, () => randomRow(random, columns, words)),
			cursor: random.chance(0.5) ? {x: random.below(columns), y: random.below(rows)} : null,
		});
	} else {
		const x = random.below(columns - 3);
		const y = random.below(rows - 2);
		scene.setOverlays(random.chance(0.5) ? [] : [{x, y, width: columns >> 1, height: rows >> 1}]);
	}
	for (const [index, {rows: pictured, ...rect}] of panes.entries()) {
		const picture = {rows: [...pictured], cursor: null};
		scene.setSurface(`pane ${index}`, {rect, picture: () => picture});
	}
}
