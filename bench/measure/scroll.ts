import {firstAnswerOn} from '../long-session.ts';
import type {Terminal} from '../terminal.ts';

const pageUp = '\u001B[5~';
const limitMs = 2000;
const quietMs = 15;

/** From each PageUp to the last byte of the page that it brought. */
export async function measureScroll(terminal: Terminal, pages: number): Promise<readonly number[]> {
	const latenciesMs: number[] = [];
	for (let page = 0; page < pages; page++) {
		const before = firstAnswerOn(terminal.screen());
		const sentAt = terminal.send(pageUp);
		const shownAt = await terminal.shown(screen => firstAnswerOn(screen) < before, limitMs);
		if (shownAt === null) {
			throw new Error(`PageUp showed nothing earlier than ${before}:\n${terminal.screen()}`);
		}
		latenciesMs.push((await terminal.quiet(quietMs, limitMs)) - sentAt);
		await terminal.clock.sleep(pauseMs);
	}
	return latenciesMs;
}

const pauseMs = 25;
