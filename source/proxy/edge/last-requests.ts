import type {Server as HttpServer} from 'node:http';
import type {Clock} from '../../platform/clock.ts';
import type {ProxyContext} from './proxy-context.ts';

/**
 * A client may send another request over a kept connection. After this much silence, none is
 * expected.
 */
const quietMs = 3000;
const pollMs = 50;
/**
 * A process that is replaced because of its memory may use this many times the limit until it ends.
 */
const memoryShareMax = 2;

/**
 * Leaves the port to the next process. Resolves when all requests that began here have ended, or
 * when time or memory runs out. A request over a kept connection is still answered, but with a
 * header that closes the connection, so that the client's next request reaches the new process.
 */
export async function answerTheLast({
	server,
	proxyContext,
	limitMs,
}: {
	readonly server: HttpServer;
	readonly proxyContext: ProxyContext;
	readonly limitMs: number;
}): Promise<void> {
	const {clock, open, settings} = proxyContext;
	const rssBytesMax = memoryShareMax * settings.monitoring.maxMemoryMb * 1_048_576;
	let isClosed = false;
	proxyContext.isReplaced = true;
	server.once('close', () => {
		isClosed = true;
	});
	stopListening(server);
	const endsAt = clock.elapsed() + limitMs;
	let quietSince = clock.elapsed();
	while (!isClosed && clock.elapsed() < endsAt && process.memoryUsage.rss() < rssBytesMax) {
		if (open.count() > 0) {
			quietSince = clock.elapsed();
		} else if (clock.elapsed() - quietSince >= quietMs) {
			return;
		}
		await clock.sleep(pollMs);
	}
}

/**
 * Stops accepting connections. `close` of node:http would also end idle connections, and so break a
 * request that a client is just sending over one of them.
 */
function stopListening(server: HttpServer): void {
	const {Server} = process.getBuiltinModule('node:net');
	Server.prototype.close.call(server);
}

/** Tries to listen until the other process has left the port, or until the time limit. */
export async function untilFree<Value>(
	listen: () => Promise<Value>,
	{clock, limitMs}: {readonly clock: Clock; readonly limitMs: number},
): Promise<Value> {
	const endsAt = clock.elapsed() + limitMs;
	for (;;) {
		try {
			return await listen();
		} catch (error) {
			const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
			if (!isTaken || clock.elapsed() >= endsAt) {
				throw error;
			}
			await clock.sleep(1);
		}
	}
}
