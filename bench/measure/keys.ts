import {percentile} from '../statistics.ts';
import type {Terminal} from '../terminal.ts';

export type Keys = {
	/** For each key, the time from writing it to the arrival of the output that shows it. */
	readonly echoesMs: readonly number[];
	/** How many keys did not appear within the limit. */
	readonly missed: number;
	readonly bytesPerKey: number;
};

/** Letters that stand next to each other in no scripted answer and no long session. */
const letters = 'qxzjkw';
const lineLengthMax = 24;
const comparedLength = 6;
/** The first keys are not counted, because so few letters could be on the screen by chance. */
const uncountedKeys = 2;
const limitMs = 2000;
const backspaceMs = 12;

export type Typing = {readonly count: number; readonly while?: () => boolean};

/** Types into the composer, with uneven pauses so that typing can't be in step with a timer. */
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

/** A letter that is not among the last three, so that no two positions in the line look alike. */
export function nextLetter(typed: string): string {
	const free = [...letters].filter(letter => !typed.slice(-3).includes(letter));
	return free[Math.floor(Math.random() * free.length)] ?? 'q';
}

/** A pause of 30 to 60 ms. The golden ratio spreads them evenly, and alike in every run. */
function unevenPauseMs(index: number): number {
	return 30 + 30 * ((index * 0.618_033_988_75) % 1);
}
