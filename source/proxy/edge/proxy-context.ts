import type {Settings} from '../../events/settings.ts';
import type {Clock} from '../../platform/clock.ts';
import type {IdleMemory} from '../../platform/idle-memory.ts';
import type {Caller} from '../route/call.ts';
import type {Control} from '../route/control.ts';
import type {Lessons} from '../route/lessons.ts';
import type {Provider} from '../route/provider.ts';
import type {RouteHealth} from '../route/route-health.ts';
import type {Traces} from '../route/trace.ts';
import type {CallCounts} from './call-counts.ts';
import type {RequestGuard} from './guard.ts';
import type {LoopGuard} from './loop-guard.ts';
import type {OpenCalls} from './open-calls.ts';
import type {ResponseStore} from './response-store.ts';

/** What all handlers of one running proxy share. */
export type ProxyContext = {
	readonly settings: Settings;
	readonly providers: readonly Provider[];
	readonly notes: readonly string[];
	readonly token: string;
	readonly clock: Clock;
	readonly guard: RequestGuard;
	readonly caller: Caller;
	readonly control: Control;
	readonly routeHealth: RouteHealth;
	readonly lessons: Lessons;
	/** A random text of this process. Another process on the same port has another one. */
	readonly nonce: string;
	readonly callCounts: CallCounts;
	readonly store: ResponseStore;
	readonly traces: Traces;
	readonly loops: LoopGuard;
	readonly newId: () => string;
	readonly memory: IdleMemory;
	/** The calls that are being answered now. */
	readonly open: OpenCalls;
	readonly startedAt: number;
	requestsTotal: number;
	/** The proxy ends: it takes no new calls, but open ones may finish. */
	closing: boolean;
	/** Another process has taken the port. Requests over kept connections are still answered. */
	isReplaced: boolean;
};

/** When memory is returned to the system: only after more growth than ordinary requests cause. */
export const largeRequests = {idleMs: 2000, growthBytesMin: 134_217_728};
