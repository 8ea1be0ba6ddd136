import type {Failure} from '../events/failure.ts';
import type {Child} from '../platform/child.ts';
import type {Timer} from '../platform/clock.ts';
import type {Address} from './proxy-lines.ts';
import type {RestartLimit} from './restart-limit.ts';
import type {createWaiters} from './waiters.ts';

/** What the supervisor knows about the proxy processes. */
export type SupervisorState = {
	/** The process that has the port, or that will get it when it starts. */
	child: Child | null;
	/** The process that will replace `child`, and starts while `child` still answers. */
	next: Child | null;
	/** Replaced processes that only finish their open streams. */
	readonly leaving: Set<Child>;
	/** The timer that limits the present step of a replacement. */
	replacing: Timer | null;
	address: (Address & {readonly port: number}) | null;
	failure: Failure | null;
	restarts: number;
	timer: Timer | null;
	/** Whether nothing needed the proxy so far. */
	isAsleep: boolean;
	stopped: boolean;
	/** Whether another process is taking the proxy over. Then it is not healed here. */
	isHandedOver: boolean;
	/** Whether the proxy is listening. If not, another program may be using the old address. */
	isListening: boolean;
	/** Whether the last start failed before the process listened. */
	refused: boolean;
	/** The process was ended by us, or its end was already reported. */
	isExpectedToEnd: boolean;
	readonly limit: RestartLimit;
	readonly waiters: ReturnType<typeof createWaiters>;
};
