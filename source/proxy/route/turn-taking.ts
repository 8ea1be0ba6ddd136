import type {CallFailure} from '../failure.ts';
import type {RouteTarget} from './resolve.ts';
import {waitBudgetMs} from './retry.ts';
import type {RouteHealth} from './route-health.ts';

/** Returns the first target that may be asked now; otherwise the one that may be asked soonest. */
export function chooseTarget(
	targets: readonly RouteTarget[],
	{routeHealth, alone}: {readonly routeHealth: RouteHealth; readonly alone: boolean},
): {readonly target: RouteTarget | null; readonly readyInMs: number} {
	let soonest: RouteTarget | null = null;
	let readyInMs = Number.POSITIVE_INFINITY;
	for (const target of targets) {
		const inMs = routeHealth.readyInMs(target, alone ? 'alone' : 'others');
		if (inMs < readyInMs) {
			soonest = target;
			readyInMs = inMs;
		}
		if (inMs === 0) {
			break;
		}
	}
	return {target: soonest, readyInMs: soonest ? readyInMs : 0};
}

/**
 * The longest wait for a target that rests after failures. A client that would have to wait longer
 * gets the error at once, so that it can do something else.
 */
export const restMsMax = 3000;

/**
 * Whether a call that has already waited for `waitedMs` should wait for a target that rests for
 * another `restMs`.
 */
export function isWorthWaiting(restMs: number, waitedMs: number): boolean {
	return restMs <= restMsMax && waitedMs + restMs <= waitBudgetMs;
}

/**
 * Returns the failure if no target may be asked now. It says which one can be asked soonest, and
 * when.
 */
export function allCooling(
	targets: readonly RouteTarget[],
	{first, inMs}: {readonly first: RouteTarget; readonly inMs: number},
): CallFailure {
	const seconds = Math.ceil(inMs / 1000);
	const {provider, model} = first;
	const name = `${provider.name}/${model || provider.defaultModel}`;
	const who = targets.length === 1 ? `${name} rests` : `All ${targets.length} routes rest`;
	return {
		kind: 'unreachable',
		message: `${who} after failures or limits. ${name} is back in ${seconds} s. Ask again then, or use another model.`,
		detail: 'all routes cooling',
		status: 503,
		code: 'all_routes_cooling',
		retry: 'never',
		retryAfterMs: Math.round(inMs),
	};
}
