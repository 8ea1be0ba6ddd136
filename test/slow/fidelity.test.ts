import {closeSync, openSync, readdirSync, readFileSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, describe, expect, it, onTestFinished} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {createScreen, type TerminalScreen} from '../../source/terminal/screen.ts';
import {createScene} from '../../source/view/paint/scene.ts';
import {createScreen as createOutput} from '../../source/view/paint/screen.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {hasTmux, openTmux, type Tmux} from '../helpers/tmux.ts';
import {type Emulator, openEmulator} from '../view/paint/emulator.ts';

/**
 * What real programs have drawn (see test/fixtures/record-programs.ts) is drawn once by us, through
 * screen and compositor onto a terminal, and once by tmux, and compared row by row at each moment
 * at which the program had been given a key.
 */
const folder = join(import.meta.dirname, '../fixtures/recorded');
const names = readdirSync(folder).map(file => file.replace('.json', ''));

type Size = {readonly columns: number; readonly rows: number};
type Recording = Size & {readonly moments: readonly string[]};

type Score = {rows: number; equal: number; styledEqual: number};

const scores = new Map<string, Score>();

if (!hasTmux) {
	console.warn('The fidelity of terminals is NOT tested: there is no tmux here.');
}

describe.skipIf(!hasTmux)('what a program has drawn is drawn by us as by tmux', () => {
	it.each(names)('%s', async name => {
		const recording: Recording = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
		const ours = await openOurs(recording);
		const theirs = openTheirs(recording);
		const score = {rows: 0, equal: 0, styledEqual: 0};
		const wrong: string[] = [];
		for (const [moment, text] of recording.moments.entries()) {
			await ours.show(text);
			const {emulator: styled, text: expected} = await theirs.show(text, ours.rows());
			for (const [y, row] of expected.entries()) {
				const isEqual = row === ours.rows()[y];
				score.rows += 1;
				score.equal += isEqual ? 1 : 0;
				score.styledEqual +=
					isEqual && sameStyles(ours.emulator, styled, {y, ...recording}) ? 1 : 0;
				if (!isEqual) {
					wrong.push(`${moment}/${y}: ${ours.rows()[y]}\n${' '.repeat(6)}${row}`);
				}
			}
			styled.close();
		}
		scores.set(name, score);
		expect(score.styledEqual / score.rows, wrong.join('\n')).toBeGreaterThanOrEqual(0.99);
	});

	afterAll(() => {
		const all = [...scores.values()];
		const sum = (key: keyof Score) => all.reduce((total, score) => total + score[key], 0);
		console.log(
			`fidelity: ${sum('equal')} of ${sum('rows')} rows equal tmux's, ${sum('styledEqual')} with every colour`,
			[...scores].map(([name, {rows, styledEqual}]) => `${name} ${styledEqual}/${rows}`).join(', '),
		);
	});
});

async function openOurs({columns, rows}: Recording) {
	const screen: TerminalScreen = await createScreen({
		clock: systemClock(),
		size: {columns, rows},
		scrollbackLines: 100,
		onReply: () => {},
	});
	const emulator = openEmulator(columns, rows);
	onTestFinished(() => {
		screen.close();
		emulator.close();
	});
	const scene = createScene();
	const output = createOutput({columns, rows, synchronized: false, colors: 3, scrolls: true});
	scene.setSurface('terminal', {
		rect: {x: 0, y: 0, width: columns, height: rows},
		picture: () => screen.picture.snapshot(),
	});
	return {
		emulator,
		rows: () => Array.from({length: rows}, (_, y) => emulator.row(y).trimEnd()),
		async show(text: string) {
			screen.write(Buffer.from(text));
			await screen.flush();
			scene.touch('terminal');
			await emulator.write(output.render(scene));
		},
	};
}

function openTheirs({columns, rows}: Recording) {
	const path = join(temporaryFolder(), 'pipe');
	const command = `sh -c 'mkfifo ${path}; stty raw -echo; touch ${path}.ready; exec cat ${path}'`;
	const tmux: Tmux = openTmux({command, columns, rows});
	let pipe: number | null = null;
	onTestFinished(() => {
		if (pipe !== null) {
			closeSync(pipe);
		}
		tmux.close();
	});
	const look = async () => {
		const raw = tmux.command('capture-pane', '-p', '-e', '-N');
		const emulator = await openStyled(raw, {columns, rows});
		const text = Array.from({length: rows}, (_, y) => emulator.row(y).trimEnd());
		return {emulator, text, raw};
	};
	return {
		/** tmux does not say when it is done: what we drew is waited for, but not for ever. */
		async show(text: string, expected: readonly string[]) {
			if (pipe === null) {
				await expect.poll(() => readdirSync(join(path, '..'))).toContain('pipe.ready');
				pipe = openSync(path, 'w');
			}
			writeSync(pipe, text);
			const until = performance.now() + drawnMsMax;
			let calm = 0;
			let before = '';
			for (let seen = await look(); ; seen = await look()) {
				// The colours may come after the letters: it has to stand still for some looks.
				const isDrawn = seen.text.join('\n') === expected.join('\n') && seen.raw === before;
				calm = isDrawn ? calm + 1 : 0;
				before = seen.raw;
				if (calm >= calmLooks || performance.now() > until) {
					return seen;
				}
				seen.emulator.close();
			}
		},
	};
}

const drawnMsMax = 60_000;
const calmLooks = 3;

/** What tmux gives back with its colours, on a terminal of its own. */
async function openStyled(colored: string, {columns, rows}: Size): Promise<Emulator> {
	const emulator = openEmulator(columns, rows);
	// tmux writes line drawing in the second character set, as a VT100 would.
	await emulator.write(`\u001B)0${colored.replace(/\n$/, '').replaceAll('\n', '\r\n')}`);
	return emulator;
}

function sameStyles(
	one: Emulator,
	other: Emulator,
	{y, columns}: {y: number; columns: number},
): boolean {
	for (let x = 0; x < columns; x += 1) {
		const [left, right] = [one.cell(x, y), other.cell(x, y)];
		const isBlank = left.text === ' ';
		const isSame = isBlank
			? // Of cells that were erased in a colour tmux gives back no colour.
				[-1, left.style.background].includes(right.style.background)
			: JSON.stringify(left.style) === JSON.stringify(right.style);
		if (!isSame) {
			return false;
		}
	}
	return true;
}
