import {type Failure, failed, type Result} from '../events/failure.ts';
import type {HopFacts} from '../events/hop.ts';
import type {Clock} from '../platform/clock.ts';
import type {Connection} from './connection.ts';
import type {Link} from './link.ts';
import {makeSessions} from './sessions.ts';
import {openSession, openSftp} from './ssh2-session.ts';

/** A link, and what only the hop above it wants to know. */
export type HopLink = Link & {
	readonly facts: HopFacts;
	/** How long nothing was heard. */
	readonly silenceMs: () => number;
	/** Longer silence than this is worth telling. */
	readonly staleAfterMs: number;
};

export type Ssh2LinkOptions = {
	readonly facts: HopFacts;
	readonly primary: Connection;
	readonly connectAgain: (signal: AbortSignal) => Promise<Result<Connection>>;
	readonly keepAliveMs: number;
	readonly clock: Clock;
};

export function linkOver(options: Ssh2LinkOptions): HopLink {
	const {facts, primary, keepAliveMs, clock} = options;
	const sessions = makeSessions(options);
	const listeners = new Set<(failure: Failure) => void>();
	let gone: Failure | null = null;
	const fail = (failure: Failure): Result<never> => ({ok: false, failure});
	primary.onGone(failure => {
		gone = failure;
		sessions.close();
		for (const listener of [...listeners]) {
			listener(failure);
		}
	});
	return {
		host: facts.host,
		facts,
		silenceMs: primary.contact.silenceMs,
		staleAfterMs: keepAliveMs + Math.min(answerExpectedMs, keepAliveMs / 2),
		open: async (request, signal) =>
			gone
				? fail(gone)
				: sessions.open(
						({client}, onClosed) => openSession(client, {request, clock, onClosed}),
						signal,
					),
		sftp: async signal =>
			gone
				? fail(gone)
				: sessions.open(({client}, onClosed) => openSftp(client, {clock, onClosed}), signal),
		onLost(listener) {
			if (gone) {
				listener(gone);
				return () => {};
			}
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		close() {
			gone ??= failed('unreachable', `The connection to ${facts.host} was closed`);
			listeners.clear();
			sessions.close();
		},
	};
}

const answerExpectedMs = 1_000;
