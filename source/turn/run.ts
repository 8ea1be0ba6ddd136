import {type Failure, failed} from '../events/failure.ts';
import type {CallId, TurnId} from '../events/ids.ts';
import {refusalsMax, timesRefused} from '../gate/refused-before.ts';
import {turnOf} from '../state/conversation.ts';
import {finishCall, openCallsOf, proposeCall} from './call.ts';
import type {TurnPorts} from './ports.ts';
import type {ReplyResult} from './reply.ts';
import {requestWithRetry} from './request-with-retry.ts';
import {suggestCall} from './suggest-call.ts';
import type {TurnLock} from './turn-lock.ts';

export type TurnOutcome = 'done' | 'interrupted' | 'failed';

/**
 * Runs a turn: prompt → model → calls → gate → results → model, until the model makes no more
 * calls. Every exit, even after a bug, records exactly one `turn.ended`.
 */
export async function runTurn(
	ports: TurnPorts,
	turn: TurnId,
	{signal, turnLock}: TurnContext,
): Promise<TurnOutcome> {
	const ending = await loop(ports, turn, {signal, turnLock}).catch(
		(error: unknown): Ending => ({
			outcome: 'failed',
			failure: failed('internal', `The turn broke: ${String(error)}`, stackOf(error)),
		}),
	);
	turnLock.leave(turn);
	ports.store.append({type: 'turn.ended', turn, ...ending});
	return ending.outcome;
}

type TurnContext = {readonly signal: AbortSignal; readonly turnLock: TurnLock};

type Ending = {readonly outcome: TurnOutcome; readonly failure?: Failure};

async function loop(
	ports: TurnPorts,
	turn: TurnId,
	{signal, turnLock}: TurnContext,
): Promise<Ending> {
	// Finish calls of an earlier process first; a new turn has none.
	await Promise.all(openCallsOf(ports, turn).map(call => finishCall(ports, call, signal)));
	for (let round = 0; round < ports.roundsMax; round += 1) {
		if (!(await turnLock.take(turn, signal))) {
			return {outcome: 'interrupted'};
		}
		takeUp(ports, turn);
		deliverSteering(ports, turn);
		const reply = await requestWithRetry(ports, turn, signal);
		if (reply.type === 'failed') {
			return {outcome: 'failed', failure: reply.failure};
		}
		if (reply.type === 'interrupted') {
			return {outcome: 'interrupted'};
		}
		const calls = reply.calls.map(part =>
			proposeCall(ports, {turn, reply: reply.id, part, current: reply.host}),
		);
		await Promise.all(calls.map(call => finishCall(ports, call, signal)));
		const stubborn = refusedAgain(ports, calls);
		if (stubborn) {
			return {outcome: 'failed', failure: stubborn};
		}
		const confused = brokenTooOften(ports, turn);
		if (confused) {
			return {outcome: 'failed', failure: confused};
		}
		if (calls.length === 0 && !hasSteering(ports)) {
			const suggested = suggestCall(ports, {turn, reply});
			if (suggested) {
				await finishCall(ports, suggested, signal);
				continue;
			}
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

/** Other turns spoke while this one waited. Mark where it resumes. */
function takeUp({store}: TurnPorts, turn: TurnId): void {
	const state = store.state();
	const last = state.chat.items.findLast(item => item.type === 'message' || item.type === 'reply');
	if (last && turnOf(state, last) !== turn) {
		store.append({type: 'turn.continued', turn});
	}
}

/** Stops a model that repeats refused calls, and leaves the next step to the person. */
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

/** Stops a model that keeps writing broken calls. */
function brokenTooOften(ports: TurnPorts, turn: TurnId): Failure | null {
	const {perTurnMax} = ports.repair;
	const broken = [...ports.store.state().calls.values()].filter(
		call => call.turn === turn && call.broken !== undefined,
	);
	return broken.length > perTurnMax
		? failed(
				'protocol',
				`The model wrote ${broken.length} tool calls that can't be read, and was asked back ${perTurnMax} times. Choose another model with /model, then send "go on".`,
			)
		: null;
}

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
