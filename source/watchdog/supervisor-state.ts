import type {Failure} from '../events/failure.ts';
import type {Child} from '../platform/child.ts';
import type {Timer} from '../platform/clock.ts';
import type {Address} from './proxy-lines.ts';
import type {RestartLimit} from './restart-limit.ts';
import type {createWaiters} from './waiters.ts';

/** What the supervisor knows of the proxy processes. */
export type SupervisorState = {
	/** The one that has the port, or is to have it. */
	child: Child | null;
	/** It starts while the one before still answers, and will have its port. */
	next: Child | null;
	/** Those that were replaced and only end their open streams. */
	readonly leaving: Set<Child>;
	/** Bounds the step of a replacement that is under way. */
	replacing: Timer | null;
	address: (Address & {readonly port: number}) | null;
	failure: Failure | null;
	restarts: number;
	timer: Timer | null;
	stopped: boolean;
	/** While false, another program may be listening at the old address. */
	isListening: boolean;
	/** The last start failed before the process listened. */
	refused: boolean;
	/** We ended it ourselves, or have already reported its end. */
	isExpectedToEnd: boolean;
	readonly limit: RestartLimit;
	readonly waiters: ReturnType<typeof createWaiters>;
};
