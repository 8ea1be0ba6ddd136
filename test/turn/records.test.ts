import {expect, it} from 'vitest';
import {isDurable} from '../../source/events/durable.ts';
import type {Stamped} from '../../source/events/event.ts';
import {failed} from '../../source/events/failure.ts';
import {localHost} from '../../source/events/ids.ts';
import {createGate} from '../../source/gate/gate.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {createStore} from '../../source/state/store.ts';
import type {Terminals} from '../../source/terminal/terminals.ts';
import {createCatalogue} from '../../source/tools/catalogue.ts';
import {fail, succeed, type Tool} from '../../source/tools/tool.ts';
import {createTurns} from '../../source/turn/turns.ts';
import {countIds} from '../helpers/count-ids.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {scriptedModel} from '../helpers/scripted-model.ts';

const parameters = {type: 'object', properties: {n: {type: 'number'}}, required: ['n']};

function tool(name: string, run: Tool['run'], scope: 'shell' | null = 'shell'): Tool {
	return {
		name,
		description: '',
		parameters,
		scope: () => scope,
		summary: ({n}) => `${name} ${n}`,
		run,
	};
}

const askTimeoutMs = 1000;

/** What can become of a call, and what is done to make it so. */
const kinds = [
	'works',
	'breaks',
	'denied',
	'expires',
	'rule',
	'free',
	'bad',
	'unknown',
	'granted',
	'aborted',
	'late',
] as const;

it('every call of a run of 220 leaves one line that says scope, host, decision, by whom, time and outcome', async () => {
	const clock = fakeClock();
	const store = createStore(clock);
	const log: Stamped[] = [];
	store.onEvent(event => log.push(event));
	const ids = countIds();
	const model = scriptedModel();
	const rules = [
		{scope: 'shell', match: '*', then: 'deny', host: 'nowhere'} as const,
		...Array.from(
			{length: 20},
			(_, n) => ({scope: 'shell', match: `rule ${n}`, then: 'deny'}) as const,
		),
	];
	const gate = createGate({
		store,
		clock,
		ids,
		permissions: () => ({rules, problem: null}),
		askTimeoutMs,
		headless: null,
	});
	const works = async () => succeed({done: true});
	const turns = createTurns({
		hide: {text: text => text, document: text => text},
		store,
		clock,
		ids,
		gate,
		model,
		tools: createCatalogue([
			tool('works', works),
			tool('granted', works),
			tool('rule', works),
			tool('denied', works),
			tool('expires', works),
			tool('bad', works),
			tool('free', works, null),
			tool('late', async () => fail(failed('timeout', 'It did not end within its time.'))),
			tool('breaks', async () => {
				throw new Error('it broke');
			}),
			tool(
				'aborted',
				async (_, {signal}) =>
					new Promise(resolve => {
						signal.addEventListener('abort', () => resolve({status: 'cancelled'}));
					}),
			),
		]),
		context: call => ({...call, cwd: '/w', workspace: '/w', clock, terminals: {} as Terminals}),
		host: () => localHost,
		instructions: () => '',
		roundsMax: 5,
		patience: 'person',
		budget: {windowTokens: () => 100_000, costUsd: () => null},
		repair: {attempts: true, inferFromIntent: false, perTurnMax: 3},
	});
	for (let batch = 0; batch < 20; batch += 1) {
		turns.send(`batch ${batch}`);
		const exchange = await model.next();
		for (const kind of kinds) {
			exchange.call(kind, kind === 'bad' ? '{"n": [}' : {n: batch}, `${kind}-${batch}`);
		}
		exchange.end('calls');
		const waits = batch === 0 ? 7 : 6;
		await expect.poll(() => waitingCalls(store.state()).length).toBe(waits);
		for (const call of waitingCalls(store.state())) {
			if (call.tool === 'denied') {
				gate.answer(call.id, {type: 'deny', reason: 'no'}, 'key');
			} else if (call.tool === 'granted') {
				gate.answer(call.id, {type: 'session'}, 'key');
			} else if (call.tool !== 'expires') {
				gate.answer(call.id, {type: 'once'}, 'key');
			}
		}
		clock.advance(askTimeoutMs);
		await expect
			.poll(
				() =>
					[...store.state().calls.values()].filter(({status}) => status.type === 'running').length,
			)
			.toBe(1);
		turns.interrupt();
		await turns.settled();
	}
	const ended = log.filter(event => event.type === 'tool.ended');
	expect(new Set(ended.map(event => event.call)).size).toBe(220);
	expect(ended).toHaveLength(220);
	const lines = ended.map(({call, outcome, record, durationMs}) => {
		expect(Number.isInteger(durationMs) && durationMs >= 0).toBe(true);
		const {tool, scope, host, decision, by} = record!;
		expect(call).toMatch(new RegExp(`^${tool}-\\d+$`));
		return `${tool}: ${scope} on ${host}, ${decision} by ${by}, ${outcome.status}`;
	});
	expect(ended.every(isDurable)).toBe(true);
	const counted = Map.groupBy(lines, line => line);
	expect([...counted].map(([line, all]) => `${all.length} × ${line}`).sort()).toEqual([
		'1 × granted: shell on local, session by key, ok',
		'19 × granted: shell on local, once by grant, ok',
		'20 × aborted: shell on local, once by key, cancelled',
		'20 × bad: null on local, unasked by engine, failed',
		'20 × breaks: shell on local, once by key, failed',
		'20 × denied: shell on local, deny by key, denied',
		'20 × expires: shell on local, expired by timeout, denied',
		'20 × free: null on local, unasked by engine, ok',
		'20 × late: shell on local, once by key, failed',
		'20 × rule: shell on local, deny by rule, denied',
		'20 × unknown: null on local, unasked by engine, failed',
		'20 × works: shell on local, once by key, ok',
	]);
});
