import type {CallFailure} from '../failure.ts';
import type {AttemptEnd} from './attempt-end.ts';
import type {GoingOn} from './go-on.ts';
import type {ClientCall, Prepared, Repairing, Tools} from './prepare.ts';
import type {ClientReply} from './reply.ts';
import type {Report} from './report.ts';
import type {ResolvedRoute, RouteTarget} from './resolve.ts';
import type {RouteHealth} from './route-health.ts';

/** The state of one client call while it is routed and retried. */
export type RoutedCall = {
	readonly tools: Tools;
	readonly routeHealth: RouteHealth;
	readonly report: Report;
	readonly random: () => number;
	readonly call: ClientCall;
	readonly reply: ClientReply;
	readonly route: ResolvedRoute;
	readonly repair: Omit<Repairing, 'tell'>;
	/** The targets that were not given up yet, in the order in which they are asked. */
	left: readonly RouteTarget[];
	readonly alone: boolean;
	readonly going: GoingOn;
	/** The latest attempt that has failed; null if none has. */
	last: {readonly failure: CallFailure; readonly prepared: Prepared | null} | null;
	/** The number of attempts at the current target. */
	tries: number;
	/** All targets that were asked at least once. */
	readonly tried: Set<RouteTarget>;
	waitedMs: number;
	/** The time since which the call waits for a provider that is down; null if it does not wait. */
	heldSince: number | null;
	/** The number of signs of life that the client got while the call waited. */
	signs: number;
	/** Whether the client has got a part of the answer. */
	sent: boolean;
	renewed: boolean;
	/** How often the request was changed after a refusal and then sent again. */
	adjusted: number;
};

/** One attempt of the call, with how it ended. */
export type Try = {
	readonly target: RouteTarget;
	readonly prepared: Prepared | null;
	readonly end: AttemptEnd;
	/** Whether the model has said something in this attempt. */
	readonly spoke: boolean;
};
