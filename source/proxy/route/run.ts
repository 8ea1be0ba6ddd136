import type {CallFailure} from '../failure.ts';
import type {AttemptEnd} from './attempt-end.ts';
import type {GoingOn} from './go-on.ts';
import type {ClientCall, Prepared, Repairing, Tools} from './prepare.ts';
import type {ClientReply} from './reply.ts';
import type {Report} from './report.ts';
import type {ResolvedRoute, RouteTarget} from './resolve.ts';
import type {RouteHealth} from './route-health.ts';

/** One call of a client on its way through tries and routes. */
export type RoutedCall = {
	readonly tools: Tools;
	readonly routeHealth: RouteHealth;
	readonly report: Report;
	readonly random: () => number;
	readonly call: ClientCall;
	readonly reply: ClientReply;
	readonly route: ResolvedRoute;
	readonly repair: Omit<Repairing, 'tell'>;
	/** Not given up yet, in order. */
	left: readonly RouteTarget[];
	readonly alone: boolean;
	readonly going: GoingOn;
	/** The newest try that failed. */
	last: {readonly failure: CallFailure; readonly prepared: Prepared | null} | null;
	/** Of the target that is asked now. */
	tries: number;
	/** Whoever was asked at least once. */
	readonly tried: Set<RouteTarget>;
	waitedMs: number;
	/** Since when it is kept waiting for a provider to come back; null: it is not. */
	heldSince: number | null;
	/** Signs of life that it was given meanwhile. */
	signs: number;
	/** The client was sent a part of the answer. */
	sent: boolean;
	renewed: boolean;
	/** How often the request was changed and sent again, after a refusal taught what to change. */
	adjusted: number;
};

/** One try of it, and how it ended. */
export type Try = {
	readonly target: RouteTarget;
	readonly prepared: Prepared | null;
	readonly end: AttemptEnd;
	/** The model has said something in this try. */
	readonly spoke: boolean;
};
