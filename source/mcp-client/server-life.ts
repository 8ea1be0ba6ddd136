import {type Failure, failed, type Result} from '../events/failure.ts';
import type {ServerConnection} from './connection.ts';
import {enter, isSwitchedOff, type Server, whyAway, whyNever} from './server.ts';
import {readAgain, startServer} from './start-server.ts';

const patienceMs = 10_000;

/** Resolves to the connection of the running server. Starts the server if necessary. */
export async function ensureReady(
	server: Server,
	signal: AbortSignal,
): Promise<Result<ServerConnection>> {
	if (server.connection !== null && server.status === 'ready') {
		return {ok: true, value: server.connection};
	}
	const refused = whyNotNow(server);
	if (refused !== null) {
		return {ok: false, failure: refused};
	}
	if (signal.aborted) {
		return {ok: false, failure: failed('cancelled', `${server.entry.name} was not waited for.`)};
	}
	const {clock} = server.ports;
	const waitMs = server.notBefore - clock.elapsed();
	if (server.starting === null && waitMs > 0) {
		await clock.sleep(waitMs, signal);
		// While waiting, the server may have been switched off, ended or started by another caller.
		return ensureReady(server, signal);
	}
	return Promise.race([begin(server), gaveUp(server, signal)]);
}

function whyNotNow(server: Server): Failure | null {
	const {name} = server.entry;
	if (server.isClosed) {
		return failed('cancelled', `${name} was ended with the session.`);
	}
	const never = whyNever(server.entry);
	if (never !== null || isSwitchedOff(server)) {
		return failed('denied', `${name} is off: ${never ?? server.why}.`);
	}
	const waitMs = server.notBefore - server.ports.clock.elapsed();
	return server.starting === null && waitMs > patienceMs
		? failed(
				'unreachable',
				`${name} failed ${server.failures} times: ${server.why} It is tried again in ${Math.ceil(waitMs / 1000)} s.`,
			)
		: null;
}

function gaveUp({entry}: Server, signal: AbortSignal): Promise<Result<never>> {
	return new Promise(resolve => {
		const failure = failed('cancelled', `${entry.name} was not waited for; its start goes on.`);
		signal.addEventListener('abort', () => resolve({ok: false, failure}), {once: true});
	});
}

/** Starts the server. Further calls during the start get the same promise. */
export function begin(server: Server): Promise<Result<ServerConnection>> {
	server.again?.cancel();
	const stopped = server.stop.signal;
	server.starting ??= startServer(server, stopped)
		.then(started => (stopped.aborted ? giveBack(server, started) : settle(server, started)))
		.finally(() => {
			server.starting = null;
		});
	return server.starting;
}

/** The server was ended while it was being started, so the new connection is closed at once. */
async function giveBack(
	{entry}: Server,
	started: Result<ServerConnection>,
): Promise<Result<never>> {
	if (started.ok) {
		await started.value.close();
	}
	return {ok: false, failure: failed('cancelled', `${entry.name} was ended while it started.`)};
}

function settle(server: Server, started: Result<ServerConnection>): Result<ServerConnection> {
	if (!started.ok) {
		server.pid = null;
		noteFailure(server, started.failure);
		return started;
	}
	const connection = started.value;
	server.connection = connection;
	enter(server, 'ready');
	if (server.isListStale) {
		void readAgain(server);
	}
	void connection.ended.then(why => {
		if (server.connection === connection) {
			server.connection = null;
			server.pid = null;
			noteFailure(server, failed('unreachable', `${server.entry.name} ${why}.`));
			void connection.close();
			startAgainLater(server);
		}
	});
	return started;
}

function noteFailure(server: Server, {kind, message}: Failure): void {
	if (whyAway(server) !== null) {
		noteAway(server, message);
		return;
	}
	if (kind === 'unauthorized') {
		enter(server, 'needs-sign-in', message);
		return;
	}
	server.failures += 1;
	server.notBefore = server.ports.clock.elapsed() + pauseMs(server.failures);
	enter(server, 'failed', message);
}

/** Notes that the server's machine is not connected. That does not count as a failure. */
function noteAway(server: Server, message: string): void {
	server.waitsForMachine = true;
	if (server.status === 'ready' || server.status === 'starting') {
		enter(server, 'failed', message);
	}
}

/**
 * Call this when the server's machine is connected again: starts the server if it was needed
 * meanwhile.
 */
export function machineIsBack(server: Server): void {
	if (server.waitsForMachine && !server.isClosed) {
		server.waitsForMachine = false;
		void begin(server);
	}
}

const pauseMsFirst = 1000;
const pauseMsMax = 60_000;
const againMax = 5;

function pauseMs(failures: number): number {
	return Math.min(pauseMsFirst * 2 ** (failures - 1), pauseMsMax);
}

/** Starts a crashed server again after a pause, unless it has failed too often. */
function startAgainLater(server: Server): void {
	if (server.isClosed || server.waitsForMachine || server.failures > againMax) {
		return;
	}
	const {clock} = server.ports;
	server.again = clock.after(server.notBefore - clock.elapsed(), () => void begin(server));
}

/** Ends the server's process, also while it is being started. */
export async function endServer(server: Server): Promise<void> {
	server.again?.cancel();
	server.waitsForMachine = false;
	server.stop.abort(new Error('it was ended'));
	server.stop = new AbortController();
	const {connection, starting} = server;
	server.connection = null;
	server.pid = null;
	await Promise.all([connection?.close(), starting]);
}
