import type {TerminalId} from '../events/ids.ts';
import type {Live, TerminalFrame} from '../events/live.ts';
import type {Clock} from '../platform/clock.ts';
import type {MessageStream} from './connection.ts';
import {changeOf} from './picture.ts';

export type PictureSender = {
	readonly watch: (terminal: TerminalId) => void;
	readonly unwatch: (terminal: TerminalId) => void;
	/** Call this if the screen may have lost its pictures: the next ones are sent whole. */
	readonly forget: () => void;
	readonly close: () => void;
};

/**
 * The pause between two pictures. Thanks to it, a flood of output costs no more than on a screen in
 * the engine's own process.
 */
const restMs = 16;

type Watched = {
	readonly live: Live<TerminalFrame>;
	readonly stop: () => void;
	shown: TerminalFrame | null;
	isDirty: boolean;
};

/**
 * Sends the newest picture of each terminal that the screen shows, once the previous one has left.
 * So a slow screen gets fewer pictures, and no terminal waits for a screen.
 */
export function createPictureSender({
	connection,
	terminal: liveOf,
	clock,
}: {
	connection: Pick<MessageStream, 'send' | 'isFull' | 'whenDry'>;
	terminal: (terminal: TerminalId) => Live<TerminalFrame> | null;
	clock: Clock;
}): PictureSender {
	const watched = new Map<TerminalId, Watched>();
	let isResting = false;
	let isWaiting = false;

	const sendAll = (): void => {
		if (isResting || isWaiting) {
			return;
		}
		if (connection.isFull()) {
			isWaiting = true;
			connection.whenDry(() => {
				isWaiting = false;
				sendAll();
			});
			return;
		}
		let isAny = false;
		for (const [terminal, one] of watched) {
			isAny = sendOne(terminal, one) || isAny;
		}
		if (isAny) {
			isResting = true;
			clock.after(restMs, () => {
				isResting = false;
				sendAll();
			});
		}
	};
	const sendOne = (terminal: TerminalId, one: Watched): boolean => {
		if (!one.isDirty) {
			return false;
		}
		one.isDirty = false;
		const now = one.live.snapshot();
		if (now === one.shown) {
			return false;
		}
		connection.send({type: 'picture', terminal, change: changeOf(one.shown, now)});
		one.shown = now;
		return true;
	};
	const unwatch = (terminal: TerminalId) => {
		watched.get(terminal)?.stop();
		watched.delete(terminal);
	};
	return {
		watch(terminal) {
			const live = watched.has(terminal) ? null : liveOf(terminal);
			if (live) {
				const touch = () => {
					one.isDirty = true;
					sendAll();
				};
				const one: Watched = {live, stop: live.subscribe(touch), shown: null, isDirty: true};
				watched.set(terminal, one);
				touch();
			}
		},
		unwatch,
		forget() {
			for (const one of watched.values()) {
				one.shown = null;
				one.isDirty = true;
			}
			sendAll();
		},
		close() {
			for (const terminal of [...watched.keys()]) {
				unwatch(terminal);
			}
		},
	};
}
