import type {Clock, Timer} from '../../platform/clock.ts';
import type {FrameWatch} from './compositor.ts';

/**
 * Knows since when the terminal shows a question. Right after the question's frame it asks the
 * terminal for the cursor's position: the reply comes once the frame was drawn. For a terminal that
 * never replies, the frame counts as drawn when all output was sent. After a suspension, a stall or
 * a resize, the question has to be drawn again.
 */
export type Sight = FrameWatch & {
	/** Call this with the sign of the question in the next frame; null if it has none. */
	readonly drew: (sign: string | null) => void;
	/** Since when this question is visible; null if unknown. Call it when a key arrives. */
	readonly since: (sign: string | null) => number | null;
	/** Call this with each reply of the terminal. */
	readonly take: (reply: string) => void;
	/**
	 * Call this if the person may have looked away: the question must be drawn and confirmed again.
	 */
	readonly doubt: () => void;
	/** Call this when the time for replies to our first queries is over. */
	readonly settle: () => void;
	readonly close: () => void;
};

export type SightPorts = {
	readonly clock: Clock;
	/** Requests a frame even if nothing has changed. */
	readonly request: () => void;
};

/**
 * How long to wait for a reply. A terminal that replies at all has done so by then, unless its
 * connection has stalled.
 */
export const answerMsMax = 2000;

/** How many replies may get lost. Each costs one key press without effect. */
const lostMax = 2;

/** A pause after which keys may have been meant for another program. */
export const stallMs = 1000;
const beatMs = 1000;

type Asked = {
	readonly sign: string;
	readonly reply: string;
	readonly at: number;
	readonly hasLeft: boolean;
};

type Sighted = {
	/** The sign of the question in the frame that is being written. */
	drawn: string | null;
	asked: Asked | null;
	seen: {readonly sign: string; readonly at: number} | null;
	/** Whether the terminal replies; null until that is known. */
	answers: boolean | null;
	lost: number;
	count: number;
};

const nothingSeen: Readonly<Sighted> = {
	drawn: null,
	asked: null,
	seen: null,
	answers: null,
	lost: 0,
	count: 0,
};

export function createSight({clock, request}: SightPorts): Sight {
	const state: Sighted = {...nothingSeen};
	const forget = () => {
		state.asked = null;
		state.seen = null;
	};
	const doubt = () => {
		forget();
		request();
	};
	const see = (sign: string) => {
		state.seen = {sign, at: clock.elapsed()};
		state.asked = null;
	};
	const judge = () => {
		if (state.asked?.hasLeft && state.answers === false) {
			see(state.asked.sign);
		}
	};
	const pulse = watchPulse(clock, {isWanted: () => state.drawn !== null, onStall: doubt});
	return {
		drew(sign) {
			state.drawn = sign;
			pulse.keep();
		},
		composed() {
			if (state.drawn === null) {
				forget();
			}
			return ask(state, clock.elapsed());
		},
		drained() {
			state.asked = state.asked && {...state.asked, hasLeft: true};
			judge();
		},
		stale: forget,
		doubt,
		take(reply) {
			state.answers = isAnswer.test(reply) || state.answers;
			state.lost = cursorReport.test(reply) ? 0 : state.lost;
			if (reply === state.asked?.reply) {
				see(state.asked.sign);
			}
		},
		settle() {
			state.answers ??= false;
			judge();
		},
		since(sign) {
			pulse.look();
			if (isLost(state, clock.elapsed())) {
				state.lost += 1;
				state.answers = state.lost < lostMax;
				doubt();
			}
			return sign !== null && state.seen?.sign === sign ? state.seen.at : null;
		},
		close: pulse.close,
	};
}

/**
 * The bytes that ask for the cursor's position; empty if that was asked already, or the question
 * was confirmed.
 */
function ask(state: Sighted, now: number): string {
	const {drawn, asked, seen} = state;
	if (drawn === null || asked?.sign === drawn || seen?.sign === drawn) {
		return '';
	}
	const {question, reply} = questionOf(state.count++);
	state.seen = null;
	state.asked = {sign: drawn, reply, at: now, hasLeft: false};
	return question;
}

const cursorReport = /^\u001B\[\d+;\d+R$/;

/** Replies of a terminal, which no key produces. */
const isAnswer = /^\u001B(?:\[\d+;\d+R$|\[\?[\d;]*(?:c|\$y|u)$|\]|P)/;

/** A key has arrived, but not the reply that should have come before it. So the reply is lost. */
function isLost({asked}: Sighted, now: number): boolean {
	return asked?.hasLeft === true && now - asked.at >= answerMsMax;
}

/**
 * The bytes that ask for the cursor's position, and the reply to expect. Each time the cursor is
 * first moved to another place, so that replies can be told apart, and then moved back. The place
 * is below the first row, where the reply would look like F3.
 */
function questionOf(count: number): {readonly question: string; readonly reply: string} {
	const row = 2 + (count % rowsUsed);
	const column = 2 + (Math.floor(count / rowsUsed) % columnsUsed);
	return {
		question: `\u001B7\u001B[${row};${column}H\u001B[6n\u001B8`,
		reply: `\u001B[${row};${column}R`,
	};
}

/** The number of rows that are used for these places. A screen that can show a card has as many. */
const rowsUsed = 8;
const columnsUsed = 30;

/** Notices that this process was suspended, e.g. by SIGSTOP or because the machine froze. */
function watchPulse(
	clock: Clock,
	{isWanted, onStall}: {readonly isWanted: () => boolean; readonly onStall: () => void},
) {
	let timer: Timer | null = null;
	let beatAt = 0;
	const close = () => {
		timer?.cancel();
		timer = null;
	};
	const look = () => {
		const now = clock.elapsed();
		const hasStalled = timer !== null && now - beatAt > beatMs + stallMs;
		beatAt = hasStalled ? now : beatAt;
		if (hasStalled) {
			onStall();
		}
	};
	return {
		look,
		close,
		/** The timer runs only while a question is shown. */
		keep() {
			if (!isWanted()) {
				return close();
			}
			if (!timer) {
				beatAt = clock.elapsed();
				timer = clock.every(beatMs, () => {
					look();
					beatAt = clock.elapsed();
				});
			}
		},
	};
}
