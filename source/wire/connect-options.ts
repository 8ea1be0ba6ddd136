import type {Duplex} from 'node:stream';
import type {Clock} from '../platform/clock.ts';
import type {Hello} from './message.ts';

/** What a screen needs to connect to an engine. */
export type ConnectEngineOptions = {
	readonly socket: Duplex;
	readonly clock: Clock;
	readonly version: string;
	readonly token: string;
	readonly screen: Hello['screen'];
	readonly env: Readonly<Record<string, string>>;
	/** Connects to the process to which the session moves. If unset, this screen can't follow. */
	readonly redial?: (path: string) => Duplex;
	/**
	 * Whether the engine is running and should answer at once. One that is just starting may take as
	 * long as it needs: if it dies, the connection closes.
	 */
	readonly isRunning?: boolean;
};
