import {expect} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {cardGuardMs} from '../../source/view/input/card-focus.ts';
import {heldKeyMs} from '../../source/view/input/held-key.ts';
import type {Tmux} from './tmux.ts';

/** What a card that has the keyboard says, and one that does not. */
export const hasKeyboard = 'Esc later';
const hasLostKeyboard = 'Alt+A goes to this card';

/** Times tick by themselves, and what stands beside them gives way. */
export function withoutTimes(screen: string): string {
	return screen
		.replaceAll(/\b(?:\d+ min )?\d+(?:\.\d)? m?s\b/g, '0 s')
		.replaceAll(/ +/g, ' ')
		.replaceAll(/─+/g, '─');
}

/** Whether the letter stands in the composer instead of having answered a card. */
export function isInComposer(screen: string, key: string): boolean {
	return key.length === 1 && new RegExp(`❯ ${key}$|❯ ${key} +│`, 'm').test(screen);
}

type Terminal = Pick<Tmux, 'screen' | 'see' | 'press'>;

/**
 * A person who looks at a card before a key is pressed on it. `drawnMs`: until the program knows
 * that the terminal has drawn it.
 */
export function cardAnswers(terminal: Terminal, {drawnMs = 250} = {}) {
	let last = {key: '', at: 0};
	return async (key: string, what: string | RegExp = hasKeyboard): Promise<void> => {
		for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
			const notBefore = last.key === key ? last.at + heldKeyMs + lateMsMax : 0;
			await lookAt(terminal, {what, notBefore, forMs: cardGuardMs + drawnMs});
			const before = terminal.screen();
			terminal.press(key);
			last = {key, at: performance.now()};
			const fate = before.includes(hasKeyboard) ? await fateOf(terminal, {key, before}) : 'taken';
			if (fate === 'taken') {
				return;
			}
			// The program got no time for a while, drew the card anew and took the keyboard from it: the
			// letter went to the composer, as it would for a person.
			if (fate === 'in the composer') {
				terminal.press('BSpace', 'M-a');
			}
		}
	};
}

/**
 * Gives a card the keyboard. One that has it already is left alone: on a busy machine the key would
 * come right before the next one, which the card would then ignore.
 */
export async function takeCard(terminal: Terminal): Promise<void> {
	const screen = await terminal.see(/Esc later|Alt\+A goes to this card/);
	if (!screen.includes(hasKeyboard)) {
		terminal.press('M-a');
	}
}

const attemptsMax = 5;
const lookMs = 30;
/** A key that shows no effect in so many looks came before the card took any. */
const looksMax = 400;
/** So many further looks show whether the letter is in the composer. */
const lateLooks = 20;
/** A busy machine hands a key over so late; a second one must still not look like a key held down. */
const lateMsMax = 500;
const lookMsMax = 60_000;

/** What became of a key that was pressed on a card. */
async function fateOf(
	terminal: Terminal,
	{key, before}: {readonly key: string; readonly before: string},
): Promise<'taken' | 'ignored' | 'in the composer'> {
	const {sleep} = systemClock();
	for (let look = 0; withoutTimes(terminal.screen()) === withoutTimes(before); look += 1) {
		if (look === looksMax) {
			return 'ignored';
		}
		await sleep(lookMs);
	}
	for (let look = 0; look < lateLooks && terminal.screen().includes(hasLostKeyboard); look += 1) {
		if (isInComposer(terminal.screen(), key)) {
			return 'in the composer';
		}
		await sleep(lookMs);
	}
	return 'taken';
}

/** A card takes no key in its first moment, so a person has to have seen it for so long. */
async function lookAt(
	terminal: Terminal,
	{what, notBefore, forMs}: {what: string | RegExp; notBefore: number; forMs: number},
): Promise<void> {
	await terminal.see(what);
	let since = performance.now();
	await expect
		.poll(
			() => {
				const screen = terminal.screen();
				const isSeen = typeof what === 'string' ? screen.includes(what) : what.test(screen);
				since = isSeen ? since : performance.now();
				return performance.now() < notBefore ? 0 : performance.now() - since;
			},
			{timeout: lookMsMax, interval: lookMs},
		)
		.toBeGreaterThan(forMs);
}
