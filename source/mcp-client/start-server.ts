import {failed, type Result} from '../events/failure.ts';
import {SignInNeeded} from './call-error.ts';
import type {ServerConnection} from './connection.ts';
import {hiderOf} from './hide-secrets.ts';
import {openConnection} from './open-connection.ts';
import {resolvePlace} from './secrets.ts';
import {enter, type Server, takeTools, whyAway, whyNever} from './server.ts';
import {createTextTail} from './text-tail.ts';

const startMsUsual = 60_000;

/** Starts a server and reads its tools. Only then does it count as ready. */
export async function startServer(
	server: Server,
	ended: AbortSignal,
): Promise<Result<ServerConnection>> {
	const {entry, ports} = server;
	const {place} = entry;
	const never = whyNever(entry);
	if (place === null || never !== null) {
		const message = `mcpServers.${entry.name}: ${never}.`;
		return {ok: false, failure: failed('denied', message)};
	}
	const away = whyAway(server);
	if (away !== null) {
		return {ok: false, failure: away};
	}
	enter(server, 'starting');
	server.isListStale = false;
	const limitMs = entry.startTimeoutMs ?? startMsUsual;
	const late = new AbortController();
	const timer = ports.clock.after(limitMs, () =>
		late.abort(new Error(`it was not ready after ${limitMs / 1000} s`)),
	);
	const signal = AbortSignal.any([ended, late.signal]);
	try {
		const resolved = await resolvePlace({...entry, place}, ports);
		if (!resolved.ok) {
			return resolved;
		}
		const redact = hiderOf(resolved.value.secrets, ports.redact);
		const tail = createTextTail(redact);
		server.tail = tail;
		const opened = await openConnection({
			entry,
			ports,
			tail,
			redact,
			signal,
			machines: server.machines(),
			resolved: resolved.value,
			answerer: server.answerer(),
			onToolsChanged: () => void readAgain(server),
			onStarted: pid => {
				server.pid = pid;
				server.onChange();
			},
		});
		return opened.ok ? await readTools(server, opened.value, signal) : opened;
	} finally {
		timer.cancel();
	}
}

async function readTools(
	server: Server,
	connection: ServerConnection,
	signal: AbortSignal,
): Promise<Result<ServerConnection>> {
	const aborted = new Promise<never>((_, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason), {once: true});
	});
	const ended = connection.ended.then(why => {
		throw new Error(`it ${why}`);
	});
	for (const each of [aborted, ended]) {
		each.catch(() => {});
	}
	try {
		signal.throwIfAborted();
		takeTools(server, await Promise.race([connection.listTools(signal), aborted, ended]));
		return {ok: true, value: connection};
	} catch (error) {
		await connection.close();
		if (error instanceof SignInNeeded) {
			return {ok: false, failure: failed('unauthorized', error.message)};
		}
		const words = error instanceof Error ? error.message : String(error);
		const message = `The tools of ${server.entry.name} could not be read: ${server.ports.redact(words).slice(0, wordsMax)}`;
		return {ok: false, failure: {kind: 'protocol', message}};
	}
}

const wordsMax = 500;
const listMsMax = 60_000;

/**
 * Call this when the server says that its list has changed. If it says so again during the reading,
 * the list is read once more, and only once. A server that says so without end is asked ever more
 * rarely. If the server is not ready yet, the list is read anew as soon as it is.
 */
export async function readAgain(server: Server): Promise<void> {
	if (server.connection === null) {
		server.isListStale = true;
		return;
	}
	if (server.reading !== 'no') {
		server.reading = 'again';
		return;
	}
	do {
		server.reading = 'once';
		await rest(server);
		// The next reading covers everything that the server has reported during the wait.
		server.reading = 'once';
		await readOnce(server);
		// The cast is needed since the compiler assumes that the value has not changed meanwhile.
	} while ((server.reading as Server['reading']) === 'again');
	server.reading = 'no';
}

const atOnceMax = 5;
const restMsFirst = 1000;
const restMsMax = 60_000;

/**
 * Waits if the list was read again too often in a short time. Each wait is longer than the one
 * before.
 */
async function rest(server: Server): Promise<void> {
	const {rereads, stop, ports} = server;
	const {clock} = ports;
	const isLongAgo = clock.elapsed() - rereads.at > 2 * restMsMax;
	const count = isLongAgo ? 0 : rereads.count;
	if (count >= atOnceMax) {
		await clock.sleep(Math.min(restMsFirst * 2 ** (count - atOnceMax), restMsMax), stop.signal);
	}
	server.rereads = {count: count + 1, at: clock.elapsed()};
}

/** Reads the list. If that fails, the old list stays. */
async function readOnce(server: Server): Promise<void> {
	const {connection} = server;
	const limit = new AbortController();
	const timer = server.ports.clock.after(listMsMax, () => limit.abort());
	try {
		if (connection !== null) {
			takeTools(server, await connection.listTools(limit.signal));
		}
	} catch {
		// The list is read again at the server's next start.
	} finally {
		timer.cancel();
	}
}
