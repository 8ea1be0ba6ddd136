import type {Server as HttpServer} from 'node:http';
import type {Clock} from '../../platform/clock.ts';
import type {ProxyContext} from './proxy-context.ts';

/** A connection that was kept open may bring one more request; after this silence none comes. */
const quietMs = 3000;
const pollMs = 50;
/** One that was replaced because it holds too much may hold somewhat more until its end. */
const memoryShareMax = 2;

/**
 * Leaves the port to the process that comes after this one, and resolves when all that was begun
 * here has ended, or when there is no room or time left for it. What comes over a connection that
 * a client has kept is still answered, with the wish to close it, so that its next request meets
 * the new process.
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
		if (open.size > 0) {
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
