import type {Result} from '../events/failure.ts';
import type {HopFacts} from '../events/hop.ts';
import type {Clock} from '../platform/clock.ts';
import type {Connection} from './connection.ts';
import type {Link} from './link.ts';
import {createLoss} from './loss.ts';
import {makeSessions} from './sessions.ts';
import {openForward} from './ssh2-forward.ts';
import {openSession, openSftp} from './ssh2-session.ts';

/** A link to one machine, with additions that only the chain of jump hosts needs. */
export type HopLink = Link & {
	readonly facts: HopFacts;
	/** After this much silence, the user is told that the host does not answer. */
	readonly staleAfterMs: number;
};

export type Ssh2LinkOptions = {
	readonly facts: HopFacts;
	readonly primary: Connection;
	readonly connectAgain: (signal: AbortSignal) => Promise<Result<Connection>>;
	readonly keepAliveMs: number;
	readonly setEnv: Readonly<Record<string, string>>;
	readonly clock: Clock;
};

export function linkOver(options: Ssh2LinkOptions): HopLink {
	const {facts, primary, keepAliveMs, setEnv, clock} = options;
	const sessions = makeSessions(options);
	const {host} = facts;
	const loss = createLoss(host);
	const gone = (): Extract<Result<never>, {ok: false}> | null => {
		const failure = loss.failure();
		return failure && {ok: false, failure};
	};
	primary.onGone(failure => {
		sessions.close();
		loss.lose(failure);
	});
	return {
		host,
		facts,
		silenceMs: primary.contact.silenceMs,
		staleAfterMs: keepAliveMs + Math.min(answerExpectedMs, keepAliveMs / 2),
		open: async (request, signal) =>
			gone() ??
			sessions.open(
				(connection, onClosed) => openSession(connection, {request, setEnv, host, clock, onClosed}),
				signal,
			),
		sftp: async signal =>
			gone() ??
			sessions.open(({client}, onClosed) => openSftp(client, {host, clock, onClosed}), signal),
		connect: async place => gone() ?? openForward(primary.client, {place, host, clock}),
		onLost: loss.onLost,
		close() {
			loss.close();
			sessions.close();
		},
	};
}

const answerExpectedMs = 1_000;
