import {percentile} from '../statistics.ts';
import type {Terminal} from '../terminal.ts';

export type Keys = {
	/** From the write of each key to the arrival of what put it on the screen. */
	readonly echoesMs: readonly number[];
	/** Keys that did not appear within the limit. */
	readonly missed: number;
	readonly bytesPerKey: number;
};

/** Letters that neither the scripted answers nor the long sessions hold side by side. */
const letters = 'qxzjkw';
const lineLengthMax = 24;
const comparedLength = 6;
/** Before this many are typed, what is looked for could be on the screen by chance. */
const uncountedKeys = 2;
const limitMs = 2000;
const backspaceMs = 12;

export type Typing = {readonly count: number; readonly while?: () => boolean};

/** Types into the composer with uneven pauses, so that no timer of a frame keeps step with it. */
export async function measureKeys(
	terminal: Terminal,
	{count, while: goesOn = () => true}: Typing,
): Promise<Keys> {
	const echoesMs: number[] = [];
	const bytesBefore = terminal.bytes();
	let keys = 0;
	let missed = 0;
	let typed = '';
	while (echoesMs.length + missed < count && goesOn()) {
		if (typed.length >= lineLengthMax) {
			keys += typed.length;
			await wipe(terminal, typed.length);
			typed = '';
		}
		typed += nextLetter(typed);
		const wanted = typed.slice(-comparedLength);
		const sentAt = terminal.send(typed.slice(-1));
		const shownAt = await terminal.shown(screen => screen.includes(wanted), limitMs);
		keys += 1;
		if (shownAt === null) {
			missed += 1;
		} else if (typed.length > uncountedKeys) {
			echoesMs.push(shownAt - sentAt);
		}
		await terminal.clock.sleep(unevenPauseMs(keys));
	}
	keys += typed.length;
	await wipe(terminal, typed.length);
	return {echoesMs, missed, bytesPerKey: (terminal.bytes() - bytesBefore) / keys};
}

export function echoAt(percent: number, {echoesMs}: Keys): number {
	return percentile(echoesMs, percent);
}

export async function typeText(terminal: Terminal, text: string): Promise<void> {
	for (const key of text) {
		terminal.send(key);
		await terminal.clock.sleep(backspaceMs);
	}
}

async function wipe(terminal: Terminal, count: number): Promise<void> {
	await typeText(terminal, '\u007F'.repeat(count));
	await terminal.clock.sleep(settleMs);
}

const settleMs = 100;

/** Never one that was typed just before, so that no two places of a line look alike. */
export function nextLetter(typed: string): string {
	const free = [...letters].filter(letter => !typed.slice(-3).includes(letter));
	return free[Math.floor(Math.random() * free.length)] ?? 'q';
}

/** 30 to 60 ms by the golden ratio: spread evenly, and the same in every run. */
function unevenPauseMs(index: number): number {
	return 30 + 30 * ((index * 0.618_033_988_75) % 1);
}
