import type {Clock, Timer} from '../../platform/clock.ts';
import type {FrameWatch} from './compositor.ts';

/**
 * Knows since when a question stands on the terminal's screen. Right behind the frame that shows
 * it the terminal is asked where its cursor is: its answer comes after it has drawn the frame. A
 * terminal that answers nothing has drawn it, as far as anybody can know, when everything that was
 * written has left. After a stop, a stall or another size the question has to be drawn anew.
 */
export type Sight = FrameWatch & {
	/** The next frame shows this question, or none. */
	readonly drew: (sign: string | null) => void;
	/** Since when this very question is seen; null while that is not known. Ask it when a key comes. */
	readonly since: (sign: string | null) => number | null;
	/** Hears an answer of the terminal. */
	readonly take: (reply: string) => void;
	/** Nobody knows what the person looked at meanwhile: it is drawn and asked again. */
	readonly doubt: () => void;
	/** The terminal was asked what it is, and its time to answer is over. */
	readonly settle: () => void;
	readonly close: () => void;
};

export type SightPorts = {
	readonly clock: Clock;
	/** Has a frame composed, also where nothing has changed. */
	readonly request: () => void;
};

/** A terminal that answers at all has done so by now, or the line to it has stalled. */
export const answerMsMax = 2000;

/** So many answers may get lost, each with a key that was pressed in vain. */
const lostMax = 2;

/** Whoever could not be asked for so long may have typed for somebody else. */
export const stallMs = 1000;
const beatMs = 1000;

type Asked = {
	readonly sign: string;
	readonly reply: string;
	readonly at: number;
	hasLeft: boolean;
};

type Sighted = {
	/** What the frame that is being composed shows. */
	drawn: string | null;
	asked: Asked | null;
	seen: {readonly sign: string; readonly at: number} | null;
	/** Null as long as nobody knows. */
	answers: boolean | null;
	lost: number;
	count: number;
};

export function createSight({clock, request}: SightPorts): Sight {
	const state: Sighted = {
		drawn: null,
		asked: null,
		seen: null,
		answers: null,
		lost: 0,
		count: 0,
	};
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
			const {drawn, asked, seen} = state;
			if (drawn === null) {
				forget();
				return '';
			}
			if (asked?.sign === drawn || seen?.sign === drawn) {
				return '';
			}
			const {question, reply} = questionOf(state.count++);
			state.seen = null;
			state.asked = {sign: drawn, reply, at: clock.elapsed(), hasLeft: false};
			return question;
		},
		drained() {
			if (state.asked) {
				state.asked.hasLeft = true;
				judge();
			}
		},
		stale: forget,
		doubt,
		take(reply) {
			state.answers = isAnswer.test(reply) || state.answers;
			if (cursorReport.test(reply)) {
				state.lost = 0;
			}
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

const cursorReport = /^\u001B\[\d+;\d+R$/;

/** What no key sends. */
const isAnswer = /^\u001B(?:\[\d+;\d+R$|\[\?[\d;]*(?:c|\$y|u)$|\]|P)/;

/** A key came, so the line is there; the answer should have come before it. */
function isLost({asked}: Sighted, now: number): boolean {
	return asked?.hasLeft === true && now - asked.at >= answerMsMax;
}

/**
 * Each question sends the cursor to a place of its own, so that its answer is told from that of an
 * earlier one, and below the first line, where an answer would look like F3. Then it goes back.
 */
function questionOf(count: number): {readonly question: string; readonly reply: string} {
	const row = 2 + (count % rowsUsed);
	const column = 2 + (Math.floor(count / rowsUsed) % columnsUsed);
	return {
		question: `\u001B7\u001B[${row};${column}H\u001B[6n\u001B8`,
		reply: `\u001B[${row};${column}R`,
	};
}

/** Every screen on which a card is drawn has these. */
const rowsUsed = 8;
const columnsUsed = 30;

/** Notices when the program itself has stood still: a stop that nobody announced, a machine that froze. */
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
		/** Beats only while a question is there. */
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
