import {failed, type Result} from '../events/failure.ts';
import type {ServerConnection} from './connection.ts';
import {hiderOf} from './hide-secrets.ts';
import {openConnection} from './open-connection.ts';
import {resolvePlace} from './secrets.ts';
import {enter, type Server, takeTools, whyAway, whyNever} from './server.ts';
import {createTextTail} from './text-tail.ts';

const startMsUsual = 60_000;

/** Starts a server and reads its tools: only then is it ready. */
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
		const words = error instanceof Error ? error.message : String(error);
		const message = `The tools of ${server.entry.name} could not be read: ${server.ports.redact(words).slice(0, wordsMax)}`;
		return {ok: false, failure: {kind: 'protocol', message}};
	}
}

const wordsMax = 500;
const listMsMax = 60_000;

/**
 * The server says that its list has changed. However often it says so, one list is read at a time,
 * and one more after it.
 */
async function readAgain(server: Server): Promise<void> {
	if (server.reading !== 'no') {
		server.reading = 'again';
		return;
	}
	do {
		server.reading = 'once';
		await readOnce(server);
		// The compiler does not see that it changes meanwhile.
	} while ((server.reading as Server['reading']) === 'again');
	server.reading = 'no';
}

/** If the list can't be read, the old one stays. */
async function readOnce(server: Server): Promise<void> {
	const {connection} = server;
	const limit = new AbortController();
	const timer = server.ports.clock.after(listMsMax, () => limit.abort());
	try {
		if (connection !== null) {
			takeTools(server, await connection.listTools(limit.signal));
		}
	} catch {
		// The next start reads it.
	} finally {
		timer.cancel();
	}
}
