import type {Duplex} from 'node:stream';
import type {Environment} from '../../platform/folders.ts';
import type {EngineOrder} from '../../session-process/engine-order.ts';
import {spawnEngine, starterDescriptor} from '../../session-process/spawn-engine.ts';

/**
 * Starts the engine of a session in a process of its own. Returns a connection that the new process
 * inherits. So there is no wait for a socket file, and messages that are sent early are kept until
 * the engine reads them.
 */
export function startEngine(
	order: EngineOrder,
	place: {readonly state: string; readonly env: Environment; readonly cwd: string},
): Duplex {
	const child = spawnEngine(order, place);
	child.unref();
	const connection = child.stdio[starterDescriptor] as unknown as Duplex;
	child.on('error', error => connection.destroy(error));
	return connection;
}
