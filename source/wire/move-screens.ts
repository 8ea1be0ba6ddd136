import {failed, type Result} from '../events/failure.ts';
import {atMost} from '../platform/at-most.ts';
import type {Clock} from '../platform/clock.ts';
import type {NewWay} from './message.ts';
import type {ScreenLink} from './screen-link.ts';

/**
 * How long to wait for a screen to confirm that it stopped sending. A suspended screen never does.
 */
const holdMsMax = 1000;

/** Moves the screens of a session to another process, to which the session is handed over. */
export function createMoving(
	links: ReadonlySet<ScreenLink>,
	{clock, session}: {clock: Clock; session: string},
) {
	let hasMoved = false;
	let holding: NewWay | null = null;
	return {
		hasMoved: () => hasMoved,
		hold(way: NewWay) {
			holding = way;
			return holdScreens(links, {way, clock});
		},
		/** Tells a screen that has joined since `hold` how it can follow. */
		joined(link: ScreenLink) {
			if (holding && link.canMove) {
				void link.hold(holding);
			}
		},
		goOn() {
			holding = null;
			for (const link of [...links].filter(({canMove}) => canMove)) {
				link.send({type: 'go-on'});
			}
		},
		moved() {
			hasMoved = true;
			for (const link of links) {
				if (link.canMove) {
					link.send({type: 'moved'});
				} else {
					link.bye({type: 'bye', why: movedWords(session)});
				}
			}
		},
	};
}

async function holdScreens(
	links: ReadonlySet<ScreenLink>,
	{way, clock}: {way: NewWay; clock: Clock},
): Promise<Result<null>> {
	const moving = [...links].filter(({canMove}) => canMove);
	await atMost(clock, holdMsMax, Promise.all(moving.map(link => link.hold(way))));
	const isAsked = [...links].some(link => link.openQuestions() > 0);
	const message = 'Something is still being looked up for a screen. Try again.';
	return isAsked ? {ok: false, failure: failed('conflict', message)} : {ok: true, value: null};
}

function movedWords(session: string): string {
	return `This session goes on in a new version, which this screen can't follow. Come back to it: agent-tui attach ${session}`;
}
