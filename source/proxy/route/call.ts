import type {Settings} from '../../events/settings.ts';
import {type CallFailure, notFound, stumbled, withoutSecret} from '../failure.ts';
import type {ClientResponse} from '../translate/client-response.ts';
import {breakOff, runAttempt} from './attempt.ts';
import type {AttemptEnd} from './attempt-end.ts';
import {guarded, wordsOf} from './boundary.ts';
import {askAgain, continueAtLength, createGoingOn, itemsToAdd} from './go-on.ts';
import {holds, waitHeld} from './hold.ts';
import {goOn} from './next-try.ts';
import {type ClientCall, type Prepared, prepare, type Tools, type TryLeg} from './prepare.ts';
import type {Provider} from './provider.ts';
import {type ClientReply, farewellOf} from './reply.ts';
import {createReport} from './report.ts';
import {type RouteTarget, resolveRoute} from './resolve.ts';
import type {RouteHealth} from './route-health.ts';
import type {RoutedCall, Try} from './run.ts';
import type {Tell} from './tell.ts';
import {allCooling, chooseTarget, isWorthWaiting, restMsMax} from './turn-taking.ts';

export type Caller = (call: ClientCall, reply: ClientReply) => Promise<CallEnd>;

export type CallEnd =
	| {readonly status: 'answered'; readonly prepared: Prepared; readonly target: RouteTarget}
	| {readonly status: 'failed'; readonly failure: CallFailure; readonly sent: boolean}
	| {readonly status: 'left'};

/**
 * Finds an answer for a call. It tries one target after another, and each one several times, until
 * one has answered completely.
 */
export function createCaller(options: {
	settings: Settings;
	providers: readonly Provider[];
	tools: Tools;
	routeHealth: RouteHealth;
	tell: Tell;
	random: () => number;
}): Caller {
	return async (call, reply) => {
		const {settings, providers, routeHealth, tools, tell} = options;
		const model = typeof call.body['model'] === 'string' ? call.body['model'] : '';
		const route = resolveRoute(model, {settings, providers});
		if (!route.ok) {
			return {status: 'failed', failure: route.failure, sent: false};
		}
		const targets = routeHealth.order(route.value);
		const report = createReport({call, route: route.value, tell, clock: tools.clock});
		const run: RoutedCall = {
			...options,
			report,
			call,
			reply,
			route: route.value,
			repair: {attempts: settings.repair.attempts, timesMax: settings.repair.perTurnMax},
			left: targets,
			alone: targets.length === 1,
			going: createGoingOn(),
			last: null,
			tries: 0,
			tried: new Set(),
			waitedMs: 0,
			heldSince: null,
			signs: 0,
			sent: false,
			renewed: false,
			adjusted: 0,
		};
		report.started(targets[0]!);
		try {
			return await tryAll(run);
		} catch (error) {
			return stumble(run, error);
		}
	};
}

/** Ends this request with an error, so that an exception does not end the proxy. */
function stumble(run: RoutedCall, error: unknown): CallEnd {
	const failure = stumbled(run.route.model, wordsOf(error));
	run.last = {failure, prepared: run.last?.prepared ?? null};
	run.report.failedTry(null, {failure, spoke: false});
	return giveUp(run);
}

async function tryAll(run: RoutedCall): Promise<CallEnd> {
	for (;;) {
		const target = await findTarget(run);
		if (target === 'left' || target === 'none') {
			return target === 'left' ? leave(run) : giveUp(run);
		}
		run.tries += 1;
		const tried = await tryOnce(run, target);
		const {end, prepared} = tried;
		switch (end.status) {
			case 'answered':
				return finish(run, {status: 'answered', prepared: prepared!, target});
			case 'left':
				return leave(run);
			case 'again':
				if (!goOnSaying(run, tried)) {
					return finish(run, endAnyway(run, tried));
				}
				break;
			case 'failed':
				run.last = {failure: end.failure, prepared};
				if (!(await goOn(run, tried, end.failure))) {
					return giveUp(run);
				}
				break;
		}
	}
}

/**
 * Returns the next target that may be asked. If all of them rest and one returns soon, waits for
 * it.
 */
async function findTarget(run: RoutedCall): Promise<RouteTarget | 'none' | 'left'> {
	const {routeHealth, reply, tools, alone, report} = run;
	for (;;) {
		const {target, readyInMs} = chooseTarget(run.left, {routeHealth, alone});
		if (reply.left.aborted) {
			return 'left';
		}
		if (target === null || readyInMs === 0) {
			return target ?? 'none';
		}
		const isHeld = readyInMs <= restMsMax && holds(run, target);
		if (isHeld) {
			await waitHeld(run, readyInMs);
			continue;
		}
		report.cooling(target, readyInMs);
		if (!isWorthWaiting(readyInMs, run.waitedMs)) {
			run.last = run.last
				? {...run.last, failure: {...run.last.failure, retryAfterMs: Math.round(readyInMs)}}
				: {failure: allCooling(run.left, {first: target, inMs: readyInMs}), prepared: null};
			return 'none';
		}
		run.waitedMs += readyInMs;
		await tools.clock.sleep(readyInMs, reply.left);
	}
}

async function tryOnce(run: RoutedCall, target: RouteTarget): Promise<Try> {
	const {call, reply, tools, routeHealth, going, route, report} = run;
	const limits = routeHealth.limits(target);
	const leg: TryLeg = {
		clientResponse: going.clientResponse,
		items: itemsToAdd(going),
		onFinish: route.autoContinue ? continueAtLength : undefined,
		repair: {
			...run.repair,
			tell: (kind, code) => report.called(target, {kind, code}),
		},
		limits,
		onReading: state => report.reading(target, state),
	};
	const ready = await prepare(call, target, {leg, tools});
	if (reply.left.aborted || !ready.ok) {
		const end: AttemptEnd = ready.ok
			? {status: 'left'}
			: {status: 'failed', failure: ready.failure, sent: false};
		return {target, prepared: null, end, spoke: false};
	}
	routeHealth.begin(target);
	const trying = report.trying(target, ready.value.notices);
	const saidBefore = amountSaid(going.clientResponse);
	const {source, model, body, notices} = ready.value;
	const traced = call.trace?.begin({
		provider: target.provider.name,
		kind: target.provider.kind,
		model,
		body,
		notices,
		source,
	});
	const ended = await runAttempt({
		source: traced?.source ?? source,
		pipe: ready.value.pipe,
		reply,
		clock: tools.clock,
		stream: call.stream,
		provider: target.provider.name,
		limits,
		goesOn: going.clientResponse !== null,
		onFirstByte: trying.firstByte,
		onGap: trying.gap,
	});
	const end =
		ended.status === 'failed'
			? {...ended, failure: withoutSecret(ended.failure, ready.value.key)}
			: ended;
	traced?.end(end.status);
	routeHealth.end(target, trying.result(end, run.tried.has(target) && run.heldSince === null));
	run.tried.add(target);
	const spoke =
		end.status === 'failed' && amountSaid(ready.value.pipe.clientResponse()) > saidBefore;
	run.sent ||= end.status === 'failed' && end.sent;
	return {target, prepared: ready.value, end, spoke};
}

function amountSaid(clientResponse: ClientResponse | null): number {
	const said = clientResponse?.said();
	return said ? said.text.length + said.callsBegun : 0;
}

/** If the pipe wants its model to be asked once more within the same answer, prepares that. */
function goOnSaying(run: RoutedCall, {target, prepared, end}: Try): boolean {
	const clientResponse = prepared?.pipe.clientResponse() ?? null;
	if (
		end.status !== 'again' ||
		!clientResponse ||
		!askAgain(run.going, end.again, clientResponse)
	) {
		return false;
	}
	run.tries = 0;
	run.report.again(target, {again: end.again, prepared});
	return true;
}

function endAnyway({call, reply}: RoutedCall, {target, prepared, end}: Try): CallEnd {
	const clientResponse = prepared?.pipe.clientResponse();
	if (end.status !== 'again' || !prepared || !clientResponse) {
		return {status: 'left'};
	}
	const {otherwise, note} = end.again;
	if (note !== undefined) {
		clientResponse.finish({type: 'text', text: note});
	}
	clientResponse.finish(otherwise);
	if (call.stream) {
		reply.end(clientResponse.take());
	}
	return otherwise.type === 'failure'
		? {status: 'failed', failure: otherwise.failure, sent: call.stream}
		: {status: 'answered', prepared, target};
}

function leave(run: RoutedCall): CallEnd {
	const failure = farewellOf(run.reply);
	if (!failure) {
		return finish(run, {status: 'left'});
	}
	run.last = {failure, prepared: run.last?.prepared ?? null};
	return giveUp(run);
}

function giveUp(run: RoutedCall): CallEnd {
	const {last, going, reply, call} = run;
	const failure = last?.failure ?? notFound('No provider is left to ask.', 'no_route');
	if (run.sent || (going.clientResponse !== null && call.stream)) {
		const pipe = last?.prepared?.pipe ?? null;
		const sayGoodbye = () => {
			if (pipe) {
				breakOff(failure, {pipe, reply});
			} else {
				going.clientResponse?.finish({type: 'failure', failure});
				reply.end(going.clientResponse?.take() ?? '');
			}
		};
		// After an exception even sending the error may throw.
		guarded(sayGoodbye, () => reply.end(''))();
		return finish(run, {status: 'failed', failure, sent: true});
	}
	return finish(run, {status: 'failed', failure, sent: false});
}

function finish(run: RoutedCall, end: CallEnd): CallEnd {
	run.report.ended(end);
	return end;
}
