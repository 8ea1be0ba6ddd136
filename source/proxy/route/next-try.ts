import type {CallFailure} from '../failure.ts';
import {alonePauseMs} from './breaker.ts';
import {mayResume, resume} from './go-on.ts';
import {holds, isOutage, waitHeld} from './hold.ts';
import type {RouteTarget} from './resolve.ts';
import {nextStep} from './retry.ts';
import type {RoutedCall, Try} from './run.ts';

/**
 * Decides whether to try again, and waits until then. Returns false if the last attempt was final.
 */
export async function goOn(run: RoutedCall, tried: Try, failure: CallFailure): Promise<boolean> {
	const {target, prepared, spoke} = tried;
	const {going} = run;
	run.report.failedTry(target, {failure, spoke});
	if (run.sent || going.clientResponse !== null) {
		// The client knows that the answer has begun, so another attempt must continue it.
		going.clientResponse ??= prepared?.pipe.clientResponse() ?? null;
		if (
			going.clientResponse === null ||
			(spoke && !mayResume(going, failure, going.clientResponse))
		) {
			run.report.givenUp(target, failure);
			return false;
		}
	}
	// Once a provider has sent something, its attempts are counted anew. A limit of its own applies
	// to continuing answers.
	run.tries = spoke ? 1 : run.tries;
	const goesOn = adjust(run, tried, failure) || (await step(run, target, failure));
	if (goesOn && spoke && going.clientResponse !== null) {
		resume(going, going.clientResponse);
		going.clientResponse.remark(`${target.provider.name} broke off here; the answer goes on`);
		run.report.resumed(target, prepared);
	}
	return goesOn;
}

const adjustedMax = 2;

/**
 * Prepares the same request for an immediate retry, with another key, or without a parameter that
 * was refused. Returns false if neither is possible.
 */
function adjust(run: RoutedCall, {target, prepared}: Try, failure: CallFailure): boolean {
	const {tools, report} = run;
	if (failure.status === 401 && !run.renewed && tools.keys.renew(target.provider)) {
		run.renewed = true;
		report.retried(target, failure);
		return true;
	}
	const learned =
		run.adjusted < adjustedMax &&
		prepared !== null &&
		tools.lessons.learn(target, failure, prepared.body);
	if (learned) {
		run.adjusted += 1;
		report.retried(target, failure);
	}
	return learned;
}

async function step(run: RoutedCall, target: RouteTarget, failure: CallFailure): Promise<boolean> {
	const {tools, reply, report} = run;
	const others = run.left.filter(each => each !== target);
	const next = nextStep({
		failure,
		tries: run.tries,
		waitedMs: run.waitedMs,
		hasOther: others.length > 0,
		random: run.random(),
	});
	if (next.type === 'give-up') {
		if (run.heldSince === null) {
			report.givenUp(target, failure);
		}
		const isHeld = isOutage(failure) && holds(run, target);
		if (isHeld) {
			run.routeHealth.trip(target);
			await waitHeld(run, alonePauseMs);
		}
		return isHeld;
	}
	if (next.type === 'again') {
		report.retried(target, failure, next.delayMs);
		run.waitedMs += next.delayMs;
		sayAlive(run, next.delayMs);
		await tools.clock.sleep(next.delayMs, reply.left);
		sayAlive(run, next.delayMs);
		return true;
	}
	run.left = others;
	run.tries = 0;
	report.rerouted(others[0]!, failure);
	return true;
}

/** A shorter pause needs no sign of life. */
const noticedMs = 1000;

/** Sends signs of life to the client between two attempts, while no provider sends anything. */
function sayAlive({going, reply, call}: RoutedCall, pauseMs: number): void {
	if (pauseMs >= noticedMs && going.clientResponse !== null && call.stream && !reply.left.aborted) {
		reply.write(going.clientResponse.take() + going.clientResponse.keepAlive());
	}
}
