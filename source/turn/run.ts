import {type Failure, failed} from '../events/failure.ts';
import type {CallId, TurnId} from '../events/ids.ts';
import {timesRefused} from '../gate/ask.ts';
import {isTransient} from '../model/failure.ts';
import {finishCall, openCalls, proposeCall} from './call.ts';
import type {TurnPorts} from './ports.ts';
import {hearReply, type ReplyResult} from './reply.ts';

export type TurnOutcome = 'done' | 'interrupted' | 'failed';

/**
 * prompt → model → calls → gate → results → model, until the model asks for nothing more.
 * Every way out, a bug included, ends in exactly one `turn.ended`.
 */
export async function runTurn(
	ports: TurnPorts,
	turn: TurnId,
	signal: AbortSignal,
): Promise<TurnOutcome> {
	const ending = await loop(ports, turn, signal).catch(
		(error: unknown): Ending => ({
			outcome: 'failed',
			failure: failed('internal', `The turn broke: ${String(error)}`, stackOf(error)),
		}),
	);
	ports.store.append({type: 'turn.ended', turn, ...ending});
	return ending.outcome;
}

type Ending = {readonly outcome: TurnOutcome; readonly failure?: Failure};

async function loop(ports: TurnPorts, turn: TurnId, signal: AbortSignal): Promise<Ending> {
	// Calls that an earlier process left waiting come first; in a new turn there are none.
	await Promise.all(openCalls(ports, turn).map(call => finishCall(ports, call, signal)));
	for (let round = 0; round < ports.roundsMax; round += 1) {
		if (signal.aborted) {
			return {outcome: 'interrupted'};
		}
		deliverSteering(ports, turn);
		const reply = await hearWithRetries(ports, turn, signal);
		if (reply.type === 'failed') {
			return {outcome: 'failed', failure: reply.failure};
		}
		if (reply.type === 'interrupted') {
			return {outcome: 'interrupted'};
		}
		const calls = reply.calls.map(part => proposeCall(ports, {turn, reply: reply.id, part}));
		await Promise.all(calls.map(call => finishCall(ports, call, signal)));
		const stubborn = refusedAgain(ports, calls);
		if (stubborn) {
			return {outcome: 'failed', failure: stubborn};
		}
		if (calls.length === 0 && !hasSteering(ports)) {
			return lastWord(reply);
		}
	}
	return {
		outcome: 'failed',
		failure: failed(
			'limit',
			`The turn was stopped after ${ports.roundsMax} rounds. Send a message to let it go on.`,
		),
	};
}

/** A model that does not take no for an answer is stopped, and the person is asked. */
function refusedAgain(ports: TurnPorts, ids: readonly CallId[]): Failure | null {
	const {calls} = ports.store.state();
	const call = ids
		.map(id => calls.get(id))
		.find(
			one =>
				one?.status.type === 'ended' &&
				one.status.outcome.status === 'denied' &&
				timesRefused([...calls.values()], one) + 1 >= refusalsMax,
		);
	return call
		? failed(
				'denied',
				`The model asked ${refusalsMax} times for a call that was refused: ${call.summary.split('\n')[0]}. What should it do instead?`,
			)
		: null;
}

const refusalsMax = 3;

function lastWord(reply: Extract<ReplyResult, {type: 'heard'}>): Ending {
	return reply.finish === 'length'
		? {
				outcome: 'failed',
				failure: failed(
					'incomplete',
					'The model reached its length limit. Send "go on" to let it continue.',
				),
			}
		: {outcome: 'done'};
}

/** 1, 2, 4, 8 s between tries; nothing of a broken reply was run, so asking again is safe. */
async function hearWithRetries(
	ports: TurnPorts,
	turn: TurnId,
	signal: AbortSignal,
): Promise<ReplyResult> {
	for (let attempt = 1; ; attempt += 1) {
		const reply = await hearReply(ports, turn, signal);
		if (
			reply.type !== 'failed' ||
			!isTransient(reply.failure) ||
			attempt > retriesMax ||
			(reply.failure.retryAfterMs ?? 0) > retryDelayMsMax
		) {
			return reply;
		}
		const delayMs = Math.max(
			reply.failure.retryAfterMs ?? 0,
			firstRetryDelayMs * 2 ** (attempt - 1),
		);
		ports.store.append({
			type: 'turn.retried',
			turn,
			attempt,
			delayMs,
			failure: reply.failure,
		});
		await ports.clock.sleep(delayMs, signal);
		if (signal.aborted) {
			return {type: 'interrupted'};
		}
	}
}

const retriesMax = 4;
const firstRetryDelayMs = 1000;
const retryDelayMsMax = 60_000;

function hasSteering(ports: TurnPorts): boolean {
	return ports.store.state().chat.queue.some(message => message.how === 'steer');
}

function deliverSteering(ports: TurnPorts, turn: TurnId): void {
	for (const message of ports.store.state().chat.queue) {
		if (message.how === 'steer') {
			ports.store.append({
				type: 'message.sent',
				message: message.id,
				turn,
				text: message.text,
				how: 'steered',
			});
		}
	}
}

function stackOf(error: unknown): string {
	return error instanceof Error ? (error.stack ?? '') : '';
}
