import type {Timer} from '../platform/clock.ts';
import {frameMs} from './live-picture.ts';
import {createTextScanner, type Scan, type TextPattern} from './text-scanner.ts';
import type {StopWatching, Watched} from './wait-conditions.ts';

/**
 * Ends the wait when a text appears in unread or new output; for a full-screen program, on its
 * screen. It searches at most once per frame, so that a flood costs little.
 */
export function watchText({session, clock, wake}: Watched, pattern: TextPattern): StopWatching {
	const scanner = createTextScanner(pattern);
	let timer: Timer | null = null;
	let lookedAt = Number.NEGATIVE_INFINITY;
	let hasStopped = false;

	const answer = (scan: Scan): boolean => {
		if (hasStopped || scan.status === 'absent') {
			return hasStopped;
		}
		wake(
			scan.status === 'found'
				? {type: 'text', terminal: session.id, match: scan.match}
				: {type: 'slow-pattern', terminal: session.id},
		);
		return true;
	};
	const look = (): void => {
		timer = null;
		lookedAt = clock.elapsed();
		if (!answer(scanner.look())) {
			void lookAtScreen();
		}
	};
	const lookAtScreen = async (): Promise<void> => {
		await session.screen.flush();
		if (!hasStopped && session.screen.modes().isAlternate) {
			answer(scanner.lookIn(session.screen.plainRows().join('\n')));
		}
	};
	const unsubscribe = session.subscribe(event => {
		if (event.type === 'bytes') {
			scanner.feed(event.bytes);
			timer ??= clock.after(Math.max(0, frameMs - (clock.elapsed() - lookedAt)), look);
		} else if (event.type === 'exit' || event.type === 'closed') {
			timer?.cancel();
			look();
		}
	});
	const {head, tail} = session.peekUnread();
	scanner.feed(head);
	scanner.feed(tail);
	look();
	return () => {
		hasStopped = true;
		timer?.cancel();
		unsubscribe();
	};
}
