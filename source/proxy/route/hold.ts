import type {CallFailure} from '../failure.ts';
import {keepAliveMs} from './attempt.ts';
import type {RouteTarget} from './resolve.ts';
import type {RoutedCall} from './run.ts';

/**
 * A provider that has answered before, and to which there is no other, is waited for: its client
 * could do nothing else but ask again later. One call at a time looks whether it is back, each
 * second; all others go on when it is.
 */
export function holds(run: RoutedCall, target: RouteTarget): boolean {
	const {alone, routeHealth, call, tools, sent} = run;
	// Our own engine says what is wrong, and asks again itself; an answer that has begun is resumed.
	if (!alone || call.isEngine || sent || !routeHealth.hasAnswered(target)) {
		return false;
	}
	const now = tools.clock.elapsed();
	run.heldSince ??= now;
	return now - run.heldSince < (canShowAlive(run) ? heldMsMax : silentMsMax);
}

/** Nothing that another request would do better: nobody there, or nobody behind what is there. */
export function isOutage({kind, status, retry, code}: CallFailure): boolean {
	const isGone = kind === 'unreachable' || code === 'upstream_reset' || goneStatuses.has(status);
	return retry === 'same' && isGone;
}

const goneStatuses: ReadonlySet<number> = new Set([502, 503, 504, 529]);

/** Below what clients wait in silence, and what people do with a sign of life. */
const silentMsMax = 60_000;
const heldMsMax = 120_000;

export async function waitHeld(run: RoutedCall, delayMs: number): Promise<void> {
	await run.tools.clock.sleep(delayMs, run.reply.left);
	showAlive(run);
}

/** A client that streams is shown that someone is there, once it would begin to wonder. */
function showAlive(run: RoutedCall): void {
	const {going, reply, tools, last, signs} = run;
	const heldMs = tools.clock.elapsed() - (run.heldSince ?? tools.clock.elapsed());
	if (heldMs < keepAliveMs * (signs + 1) || reply.left.aborted || !canShowAlive(run)) {
		return;
	}
	going.clientResponse ??= last?.prepared?.pipe.clientResponse() ?? null;
	if (going.clientResponse) {
		run.signs += 1;
		reply.write(going.clientResponse.take() + going.clientResponse.keepAlive());
	}
}

/** Where bytes are handed on as they come, the answer has to begin with the provider's own. */
function canShowAlive({going, call, last}: RoutedCall): boolean {
	return call.stream && (going.clientResponse !== null || last?.prepared?.translated === true);
}
