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

/** A person in tmux who looks at a card before a key is pressed on it. */
export function cardAnswers(tmux: Tmux) {
	let last = {key: '', at: 0};
	return async (key: string, what: string | RegExp = hasKeyboard): Promise<void> => {
		for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
			await lookAt(tmux, what, last.key === key ? last.at + heldKeyMs + lateMsMax : 0);
			const before = tmux.screen();
			tmux.press(key);
			last = {key, at: performance.now()};
			const fate = before.includes(hasKeyboard) ? await fateOf(tmux, {key, before}) : 'taken';
			if (fate === 'taken') {
				return;
			}
			// The program got no time for a while, drew the card anew and took the keyboard from it: the
			// letter went to the composer, as it would for a person.
			if (fate === 'in the composer') {
				tmux.press('BSpace', 'M-a');
			}
		}
	};
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
/** Until the terminal has said that it has drawn the card. */
const answerMs = 250;

/** What became of a key that was pressed on a card. */
async function fateOf(
	tmux: Tmux,
	{key, before}: {readonly key: string; readonly before: string},
): Promise<'taken' | 'ignored' | 'in the composer'> {
	const {sleep} = systemClock();
	for (let look = 0; withoutTimes(tmux.screen()) === withoutTimes(before); look += 1) {
		if (look === looksMax) {
			return 'ignored';
		}
		await sleep(lookMs);
	}
	for (let look = 0; look < lateLooks && tmux.screen().includes(hasLostKeyboard); look += 1) {
		if (isInComposer(tmux.screen(), key)) {
			return 'in the composer';
		}
		await sleep(lookMs);
	}
	return 'taken';
}

/** A card takes no key in its first moment, so a person has to have seen it for so long. */
async function lookAt(tmux: Tmux, what: string | RegExp, notBefore: number): Promise<void> {
	await tmux.see(what);
	let since = performance.now();
	await expect
		.poll(
			() => {
				const isSeen =
					typeof what === 'string' ? tmux.screen().includes(what) : what.test(tmux.screen());
				since = isSeen ? since : performance.now();
				return performance.now() < notBefore ? 0 : performance.now() - since;
			},
			{timeout: lookMsMax, interval: lookMs},
		)
		.toBeGreaterThan(cardGuardMs + answerMs);
}
