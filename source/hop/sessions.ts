import {type Failure, failed, type Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {SshSession} from './ssh2-session.ts';

/**
 * Spreads the sessions of one host over several connections. If the server's MaxSessions is
 * reached, opens another connection without asking the user. If that fails, the call waits for a
 * free slot.
 */
export type SshSessions<Connection> = {
	readonly open: <Value>(
		ask: (connection: Connection, onClosed: () => void) => Promise<SshSession<Value>>,
		signal: AbortSignal,
	) => Promise<Result<Value>>;
	readonly close: () => void;
};

export type SessionsOptions<Connection> = {
	readonly primary: Connection;
	readonly connectAgain: (signal: AbortSignal) => Promise<Result<Connection>>;
	readonly clock: Clock;
};

export function makeSessions<Connection extends Closable>({
	primary,
	connectAgain,
	clock,
}: SessionsOptions<Connection>): SshSessions<Connection> {
	const pool: Pool<Connection> = {
		connections: [primary],
		growing: null,
		canGrow: true,
		waiting: new Set(),
		isClosed: false,
		connectAgain,
		clock,
	};
	return {
		open: (ask, signal) => openSomewhere(pool, {ask, signal}),
		close() {
			pool.isClosed = true;
			for (const connection of pool.connections) {
				connection.close();
			}
			wake(pool);
		},
	};
}

type Closable = {
	readonly onGone: (listener: (failure: Failure) => void) => void;
	readonly close: () => void;
};

type Waiting = {readonly waiting: Set<() => void>; readonly clock: Clock};

type Pool<Connection> = Waiting & {
	connections: readonly Connection[];
	growing: Promise<boolean> | null;
	canGrow: boolean;
	isClosed: boolean;
	readonly connectAgain: SessionsOptions<Connection>['connectAgain'];
};

type RequestSession<Value, Connection> = (
	connection: Connection,
	onClosed: () => void,
) => Promise<SshSession<Value>>;

const connectionsMax = 4;
const queueDeadlineMs = 60_000;

async function openSomewhere<Value, Connection extends Closable>(
	pool: Pool<Connection>,
	{ask, signal}: {ask: RequestSession<Value, Connection>; signal: AbortSignal},
): Promise<Result<Value>> {
	const deadlineMs = pool.clock.elapsed() + queueDeadlineMs;
	let lookAgainMs = lookSoonMs;
	while (!signal.aborted && !pool.isClosed) {
		for (const connection of pool.connections) {
			const session = await ask(connection, () => wake(pool));
			if (session.status !== 'full') {
				return session.status === 'open' ? {ok: true, value: session.value} : session.result;
			}
			if (signal.aborted) {
				break;
			}
		}
		const leftMs = deadlineMs - pool.clock.elapsed();
		if (leftMs <= 0) {
			return fail(failed('limit', 'The host takes no more sessions; end one that runs there'));
		}
		if (!(await grow(pool, signal))) {
			const wasWoken = await room(pool, {signal, timeoutMs: Math.min(leftMs, lookAgainMs)});
			// The host frees a slot shortly after it has reported the end of a session, not at once.
			lookAgainMs = wasWoken ? lookSoonMs : Math.min(lookAgainMsMax, lookAgainMs * 2);
		}
	}
	return fail(
		signal.aborted
			? failed('cancelled', 'Called off before it was started')
			: failed('unreachable', 'The connection is closed'),
	);
}

/** Opens one more connection. Concurrent callers share the attempt. */
function grow<Connection extends Closable>(
	pool: Pool<Connection>,
	signal: AbortSignal,
): Promise<boolean> {
	if (!pool.canGrow || pool.connections.length >= connectionsMax) {
		return Promise.resolve(false);
	}
	pool.growing ??= addConnection(pool, signal).finally(() => {
		pool.growing = null;
	});
	return pool.growing;
}

async function addConnection<Connection extends Closable>(
	pool: Pool<Connection>,
	signal: AbortSignal,
): Promise<boolean> {
	const added = await pool.connectAgain(signal);
	if (!added.ok) {
		// A failed attempt would most likely need the password again, so it is not repeated.
		pool.canGrow = signal.aborted;
		return false;
	}
	const connection = added.value;
	if (pool.isClosed) {
		connection.close();
		return false;
	}
	pool.connections = [...pool.connections, connection];
	connection.onGone(() => {
		pool.connections = pool.connections.filter(other => other !== connection);
	});
	return true;
}

function room(
	pool: Waiting,
	{signal, timeoutMs}: {signal: AbortSignal; timeoutMs: number},
): Promise<boolean> {
	return new Promise(resolve => {
		const finish = (wasWoken: boolean) => {
			timer.cancel();
			signal.removeEventListener('abort', onWoken);
			pool.waiting.delete(onWoken);
			resolve(wasWoken);
		};
		const onWoken = () => finish(true);
		const timer = pool.clock.after(timeoutMs, () => finish(false));
		signal.addEventListener('abort', onWoken, {once: true});
		pool.waiting.add(onWoken);
	});
}

/**
 * The pauses between retries. Waiting for the end of another session is not enough, since not every
 * end is reported to us.
 */
const lookSoonMs = 20;
const lookAgainMsMax = 1_000;

function wake(pool: Waiting): void {
	for (const waiter of [...pool.waiting]) {
		waiter();
	}
}

function fail(failure: Failure): {readonly ok: false; readonly failure: Failure} {
	return {ok: false, failure};
}
