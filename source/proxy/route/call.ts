import type {Settings} from '../../events/settings.ts';
import type {SignalKind} from '../../events/signal.ts';
import type {CallFailure} from '../failure.ts';
import {type AttemptEnd, runAttempt} from './attempt.ts';
import {type Call, type Prepared, prepare, type Tools} from './prepare.ts';
import type {Provider} from './provider.ts';
import type {Reply} from './reply.ts';
import {resolveRoute, type Target} from './resolve.ts';
import {nextStep} from './retry.ts';
import type {Tell} from './tell.ts';

export type Caller = (call: Call, reply: Reply) => Promise<CallEnd>;

export type CallEnd =
	| {readonly status: 'answered'; readonly prepared: Prepared; readonly target: Target}
	| {readonly status: 'failed'; readonly failure: CallFailure; readonly sent: boolean}
	| {readonly status: 'left'};

/** Finds an answer for a call: route by route, try by try, until one has begun to speak. */
export function createCaller(options: {
	settings: Settings;
	providers: readonly Provider[];
	tools: Tools;
	tell: Tell;
	random: () => number;
}): Caller {
	return async (call, reply) => {
		const {settings, providers} = options;
		const model = typeof call.body['model'] === 'string' ? call.body['model'] : '';
		const route = resolveRoute(model, {settings, providers});
		if (!route.ok) {
			return {status: 'failed', failure: route.failure, sent: false};
		}
		const run: Run = {
			...options,
			call,
			reply,
			targets: route.value,
			position: 0,
			tries: 0,
			waitedMs: 0,
			renewed: false,
			startedAt: options.tools.clock.elapsed(),
		};
		tell(run, 'request.started');
		return await tryAll(run);
	};
}

type Run = {
	readonly settings: Settings;
	readonly tools: Tools;
	readonly tell: Tell;
	readonly random: () => number;
	readonly call: Call;
	readonly reply: Reply;
	readonly targets: readonly Target[];
	position: number;
	/** Of the route at this position. */
	tries: number;
	waitedMs: number;
	renewed: boolean;
	readonly startedAt: number;
};

async function tryAll(run: Run): Promise<CallEnd> {
	for (;;) {
		run.tries += 1;
		const target = run.targets[run.position]!;
		const end = await tryOnce(run, target);
		if (end.status !== 'failed' || end.sent || !(await goOn(run, target, end.failure))) {
			return finish(run, end);
		}
	}
}

async function tryOnce(run: Run, target: Target): Promise<CallEnd> {
	const {call, reply, tools, settings} = run;
	const ready = await prepare(call, target, tools);
	if (reply.left.aborted) {
		return {status: 'left'};
	}
	if (!ready.ok) {
		return {status: 'failed', failure: ready.failure, sent: false};
	}
	for (const note of ready.value.notices) {
		run.tell.once('tool.dropped', {provider: target.provider.name, note});
	}
	const end: AttemptEnd = await runAttempt({
		source: ready.value.source,
		pipe: ready.value.pipe,
		reply,
		clock: tools.clock,
		stream: call.stream,
		provider: target.provider.name,
		limits: {firstByteMs: settings.proxy.firstByteMs, gapMs: settings.proxy.streamIdleMs},
		onFirstByte: () => tell(run, 'request.first-byte', {durationMs: durationOf(run)}),
	});
	return end.status === 'answered' ? {...end, prepared: ready.value, target} : end;
}

/** Decides on another try, and waits until its time has come; false: this was the last one. */
async function goOn(run: Run, target: Target, failure: CallFailure): Promise<boolean> {
	const {tools, reply, targets} = run;
	if (failure.status === 401 && !run.renewed && tools.keys.renew(target.provider)) {
		run.renewed = true;
		tell(run, 'request.retried', causeOf(failure));
		return true;
	}
	const step = nextStep({
		failure,
		tries: run.tries,
		waitedMs: run.waitedMs,
		hasOther: run.position + 1 < targets.length,
		random: run.random(),
	});
	if (step.type === 'give-up') {
		return false;
	}
	if (step.type === 'again') {
		tell(run, 'request.retried', {...causeOf(failure), durationMs: step.delayMs});
		run.waitedMs += step.delayMs;
		await tools.clock.sleep(step.delayMs, reply.left);
		return true;
	}
	run.position += 1;
	run.tries = 0;
	tell(run, 'request.rerouted', causeOf(failure));
	return true;
}

function finish(run: Run, end: CallEnd): CallEnd {
	const durationMs = durationOf(run);
	if (end.status === 'answered') {
		const {usage} = end.prepared.pipe.state();
		const {inputTokens, outputTokens} = usage ?? {};
		tell(run, 'request.ended', {durationMs, inputTokens, outputTokens});
	} else if (end.status === 'failed') {
		tell(run, 'request.failed', {...causeOf(end.failure), durationMs});
	} else {
		tell(run, 'client.left', {durationMs});
	}
	return end;
}

function causeOf(failure: CallFailure) {
	return {code: failure.detail ?? failure.status, note: failure.message};
}

function durationOf(run: Run): number {
	return Math.round(run.tools.clock.elapsed() - run.startedAt);
}

function tell(run: Run, kind: SignalKind, facts: Parameters<Tell['now']>[1] = {}): void {
	const {provider, model} = run.targets[run.position]!;
	run.tell.now(kind, {
		request: run.call.id,
		provider: provider.name,
		model: model || provider.defaultModel,
		...facts,
	});
}
