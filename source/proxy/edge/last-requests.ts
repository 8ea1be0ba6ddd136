import type {Server as HttpServer} from 'node:http';
import type {Clock} from '../../platform/clock.ts';
import type {ProxyContext} from './proxy-context.ts';

/** A connection that was kept open may bring one more request; after this silence none comes. */
const quietMs = 3000;
const pollMs = 50;
/**
 * A process that is replaced because of its memory may use this many times the limit until it ends.
 */
const memoryShareMax = 2;

/**
 * Leaves the port to the process that follows, and resolves when every request that was begun here
 * has ended, or when time or memory runs out. A request over a kept connection is still answered,
 * with the wish to close the connection, so that the next one reaches the new process.
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
 * The `close` of node:http would also end the idle connections, and break whatever a client is
 * just about to send over one of them.
 */
function stopListening(server: HttpServer): void {
	const {Server} = process.getBuiltinModule('node:net');
	Server.prototype.close.call(server);
}

/** Where another process still holds the port, until it gives it up. */
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
