import {expect} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import type {CallId} from '../../source/events/ids.ts';
import type {JsonObject} from '../../source/events/json.ts';
import {createGate} from '../../source/gate/gate.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {createStore} from '../../source/state/store.ts';
import type {Terminals} from '../../source/terminal/terminals.ts';
import {createCatalogue} from '../../source/tools/catalogue.ts';
import {succeed, type Tool} from '../../source/tools/tool.ts';
import type {TurnPorts} from '../../source/turn/ports.ts';
import {createTurns} from '../../source/turn/turns.ts';
import {countIds} from '../helpers/count-ids.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {scriptedModel} from '../helpers/scripted-model.ts';

/** A tool that counts its runs and waits for the test where it is told to. */
function countingTool(runs: JsonObject[], gate: {until?: Promise<void>} = {}): Tool {
	return {
		name: 'count',
		description: 'Counts.',
		parameters: {type: 'object', properties: {by: {type: 'number'}}, required: ['by']},
		scope: () => 'shell',
		summary: input => `count ${input['by']}`,
		async run(input, {signal}) {
			runs.push(input);
			await Promise.race([
				gate.until,
				new Promise(resolve => signal.addEventListener('abort', resolve)),
			]);
			return signal.aborted ? {status: 'cancelled'} : succeed({total: runs.length});
		},
	};
}

export function open(
	history: readonly Stamped[] = [],
	until: Promise<void> = Promise.resolve(),
	{
		inferFromIntent = false,
		windowTokens = 100_000,
		patience = 'person',
		tools = [],
		cutter,
		hide = {text: (text: string) => text, document: (text: string) => text},
		whyNot,
		costUsd = () => null,
		prepare,
	}: {
		inferFromIntent?: boolean;
		windowTokens?: number;
		patience?: TurnPorts['patience'];
		tools?: readonly Tool[];
		cutter?: TurnPorts['cutter'];
		hide?: TurnPorts['hide'];
		whyNot?: TurnPorts['whyNot'];
		costUsd?: TurnPorts['budget']['costUsd'];
		prepare?: TurnPorts['prepare'];
	} = {},
) {
	const clock = fakeClock();
	const store = createStore(clock);
	const log: Stamped[] = [...history];
	store.replay(history);
	store.onEvent(event => log.push(event));
	const ids = countIds();
	const model = scriptedModel();
	const runs: JsonObject[] = [];
	const gate = createGate({
		store,
		clock,
		ids,
		permissions: () => ({rules: [], problem: null}),
		askTimeoutMs: 60_000,
		headless: null,
	});
	const turns = createTurns({
		store,
		clock,
		ids,
		gate,
		model,
		tools: createCatalogue([countingTool(runs, {until}), ...tools]),
		context: call => ({
			cwd: '/work',
			...call,
			workspace: '/work',
			clock,
			terminals: {} as Terminals,
		}),
		host: () => store.state().hops.current,
		...(whyNot && {whyNot}),
		instructions: () => 'Be brief.',
		roundsMax: 5,
		patience,
		budget: {windowTokens: () => windowTokens, costUsd},
		...(prepare && {prepare}),
		...(cutter && {cutter}),
		hide,
		repair: {attempts: true, inferFromIntent, perTurnMax: 3},
	});
	const answer = (id: string, type: 'once' | 'deny') => gate.answer(id as CallId, {type}, 'key');
	return {clock, store, log, model, runs, turns, gate, answer};
}

export const asked = (store: ReturnType<typeof open>['store'], count = 1) =>
	expect.poll(() => waitingCalls(store.state()).length).toBe(count);
