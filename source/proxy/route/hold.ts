import type {CallFailure} from '../failure.ts';
import {keepAliveMs} from './attempt.ts';
import type {RouteTarget} from './resolve.ts';
import type {RoutedCall} from './run.ts';

/**
 * Whether the call should wait for a provider that is down. It should if the provider has answered
 * before and there is no other, since the client could only ask again later. One of the waiting
 * calls asks the provider every second; when it answers, all of them continue.
 */
export function holds(run: RoutedCall, target: RouteTarget): boolean {
	const {alone, routeHealth, call, tools, sent} = run;
	// Our own engine shows the error and retries by itself. An answer that has begun is continued
	// instead.
	if (!alone || call.isEngine || sent || !routeHealth.hasAnswered(target)) {
		return false;
	}
	const now = tools.clock.elapsed();
	run.heldSince ??= now;
	return now - run.heldSince < (canShowAlive(run) ? heldMsMax : silentMsMax);
}

/**
 * Whether other requests would fail as well: the provider can't be reached, or is a gateway that
 * can't reach its own server.
 */
export function isOutage({kind, status, retry, code}: CallFailure): boolean {
	const isGone = kind === 'unreachable' || code === 'upstream_reset' || goneStatuses.has(status);
	return retry === 'same' && isGone;
}

const goneStatuses: ReadonlySet<number> = new Set([502, 503, 504, 529]);

/**
 * Clients wait longer than this without a byte; people wait longer than `heldMsMax` while they see a
 * sign of life.
 */
const silentMsMax = 60_000;
const heldMsMax = 120_000;

export async function waitHeld(run: RoutedCall, delayMs: number): Promise<void> {
	await run.tools.clock.sleep(delayMs, run.reply.left);
	showAlive(run);
}

/** Sends a sign of life to a streaming client before it might give up. */
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

/**
 * Whether a sign of life can be sent now. If the provider's bytes are passed on unchanged, the
 * answer must begin with them.
 */
function canShowAlive({going, call, last}: RoutedCall): boolean {
	return call.stream && (going.clientResponse !== null || last?.prepared?.translated === true);
}
