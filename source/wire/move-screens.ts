import {failed, type Result} from '../events/failure.ts';
import {atMost} from '../platform/at-most.ts';
import type {Clock} from '../platform/clock.ts';
import type {NewWay, ToEngine} from './message.ts';
import type {ScreenLink} from './screen-link.ts';

/**
 * How long to wait for a screen to confirm that it stopped sending. A suspended screen never does.
 */
const holdMsMax = 1000;

export type ScreenMove = {
	/**
	 * Makes every screen stop sending, before the session moves to another process. Fails if a query
	 * is still open.
	 */
	readonly hold: (way: NewWay) => Promise<Result<null>>;
	/** Lets the screens send again, because the session stays here. */
	readonly goOn: () => void;
	/**
	 * Whether a screen has sent something since `hold` that a person would miss, because it had not
	 * heard in time that it must not. It is carried out at `goOn`.
	 */
	readonly isDisturbed: () => boolean;
	/**
	 * Makes the screens connect to the other process. From now on, new connections here are closed.
	 */
	readonly moved: () => void;
};

/** Moves the screens of a session to another process, to which the session is handed over. */
export function createMoving(
	links: ReadonlySet<ScreenLink>,
	{clock, session}: {clock: Clock; session: string},
) {
	let hasMoved = false;
	let holding: NewWay | null = null;
	let isHeld = false;
	let kept: Kept[] = [];
	return {
		hasMoved: () => hasMoved,
		async hold(way: NewWay) {
			holding = way;
			const held = await holdScreens(links, {way, clock});
			isHeld = held.ok;
			return held;
		},
		/**
		 * Passes a message on. While the session is being moved, intents and queries wait: this process
		 * must not act any more, and not every screen has heard of it.
		 */
		take(link: ScreenLink, message: ToEngine) {
			if (isHeld && (message.type === 'intent' || message.type === 'query')) {
				kept.push({link, message});
			} else {
				link.take(message);
			}
		},
		isDisturbed: () => kept.some(({message}) => isWish(message)),
		/** Tells a screen that has joined since `hold` how it can follow. */
		joined(link: ScreenLink) {
			if (holding && link.canMove) {
				void link.hold(holding);
			}
		},
		goOn() {
			holding = null;
			isHeld = false;
			for (const {link, message} of kept.splice(0)) {
				link.take(message);
			}
			for (const link of [...links].filter(({canMove}) => canMove)) {
				link.send({type: 'go-on'});
			}
		},
		moved() {
			hasMoved = true;
			kept = [];
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

type Kept = {readonly link: ScreenLink; readonly message: ToEngine};

/** Whether a person would miss it. A query is asked again, and these intents a screen repeats. */
function isWish(message: ToEngine): boolean {
	return message.type === 'intent' && !repeated.has(message.intent.type);
}

const repeated: ReadonlySet<string> = new Set(['resize-terminal', 'reply-shown', 'notify']);

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
