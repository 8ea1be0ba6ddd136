import type {ChildProcess} from 'node:child_process';
import type {Duplex} from 'node:stream';
import {failed, type Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import {openConnection} from '../wire/connection.ts';
import type {FromSuccessor, ToSuccessor} from './hand-over-messages.ts';
import {starterDescriptor} from './spawn-engine.ts';

/** The process to which this one hands the session over. */
export type Successor = {
	readonly pid: number;
	readonly send: (message: ToSuccessor) => void;
	/** Waits for a message of this type. Fails if another message comes first, or none in time. */
	readonly next: <Type extends FromSuccessor['type']>(
		type: Type,
		limitMs: number,
	) => Promise<Result<Extract<FromSuccessor, {type: Type}>>>;
	/**
	 * Kills the process. Resolves when it has ended, so that it surely reads from no terminal any
	 * more.
	 */
	readonly kill: () => Promise<void>;
};

const incomingLengthMax = 16 * 1024 * 1024;

/** Returns null if the process could not be started. */
export function followSuccessor(child: ChildProcess, clock: Clock): Successor | null {
	const messages: FromSuccessor[] = [];
	let isGone = false;
	let wake = () => {};
	const {promise: ended, resolve: markEnded} = Promise.withResolvers<void>();
	const end = () => {
		isGone = true;
		wake();
	};
	child.on('exit', () => {
		markEnded();
		end();
	});
	child.on('error', () => {
		markEnded();
		end();
	});
	if (child.pid === undefined) {
		return null;
	}
	const connection = openConnection(child.stdio[starterDescriptor] as unknown as Duplex, {
		lengthMax: incomingLengthMax,
		onMessage(message) {
			messages.push(message as FromSuccessor);
			wake();
		},
		onClose: end,
	});
	child.unref();
	return {
		pid: child.pid,
		send: message => connection.send(message),
		async next(type, limitMs) {
			const until = clock.elapsed() + limitMs;
			while (messages.length === 0 && !isGone && clock.elapsed() < until) {
				const woken = new Promise<void>(resolve => {
					wake = resolve;
				});
				const over = new AbortController();
				await Promise.race([woken, clock.sleep(until - clock.elapsed(), over.signal)]);
				over.abort();
			}
			const message = messages.shift();
			if (message?.type === type) {
				return {ok: true, value: message as never};
			}
			return {ok: false, failure: failed('unreachable', whyNot(message, {isGone, limitMs}))};
		},
		async kill() {
			child.kill('SIGKILL');
			await ended;
		},
	};
}

function whyNot(
	message: FromSuccessor | undefined,
	{isGone, limitMs}: {isGone: boolean; limitMs: number},
): string {
	if (message?.type === 'refused') {
		return `The new version refused: ${message.why}`;
	}
	if (isGone) {
		return 'The new version ended before it could go on with the session; engine.log of the session may say why.';
	}
	return message
		? 'The new version did not answer as expected.'
		: `The new version did not answer for ${limitMs / 1000} s.`;
}
