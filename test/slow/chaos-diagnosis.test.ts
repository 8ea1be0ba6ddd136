import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import type {Incident} from '../../source/events/incident.ts';
import {emptyMemory, readMemory} from '../../source/watchdog/incident-store.ts';
import {type Chaos, openChaos} from '../helpers/chaos.ts';
import {type Asked, startUpstream, type Upstream} from '../helpers/scripted-upstream.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

type Ward = {readonly chaos: Chaos; readonly doctor: Upstream; readonly asked: readonly Asked[]};

/** A program with tier 3 on, and a second provider whose model diagnoses, by way of the same proxy. */
async function openWard(
	answer: (asked: Asked) => void,
	{home = temporaryFolder(), budgetUsdMonth = 2} = {},
): Promise<Ward> {
	const doctor = await startUpstream();
	onTestFinished(() => doctor.close());
	const asked: Asked[] = [];
	doctor.always(one => {
		asked.push(one);
		answer(one);
	});
	const chaos = await openChaos({
		home,
		monitoring: {tier3: true, provider: 'doctor', model: 'd', budgetUsdMonth},
		settings: upstream => ({
			providers: [
				{name: 'scripted', kind: 'openai-chat', baseUrl: upstream.baseUrl, models: ['m']},
				{
					name: 'doctor',
					kind: 'openai-chat',
					baseUrl: doctor.baseUrl,
					models: ['d'],
					prices: {d: {input: 100, output: 1000}},
				},
			],
		}),
	});
	return {chaos, doctor, asked};
}

/** Five calls in an unknown format: no rule knows what to do about them. */
async function provoke({chaos}: Ward): Promise<void> {
	chaos.upstream.always(one => {
		one.say('<tool_call>{"what": "the files"}</tool_call>');
		one.finish();
	});
	const isSeen = () => chaos.incidents().some(({fault}) => fault === 'C3');
	for (let count = 0; count < 8 && !isSeen(); count += 1) {
		chaos.say('go on');
		await chaos.idle();
	}
}

const says = (text: string) => (asked: Asked) => {
	asked.say(text);
	asked.finish();
};

/** From now on the model answers each message with a call as it should be, and then with words. */
function cure(upstream: Upstream): void {
	upstream.always(asked => {
		if (asked.body.messages.at(-1).role === 'user') {
			asked.call({id: 'c1', name: 'list_pty_sessions', arguments: '{}'});
			asked.finish({reason: 'tool_calls'});
		} else {
			says('well')(asked);
		}
	});
}

const told = (why: string): Partial<Incident> =>
	expect.objectContaining({
		tier: 'user',
		why: expect.stringContaining(why),
		action: expect.objectContaining({type: 'alert'}),
		status: expect.objectContaining({outcome: 'told'}),
	});

test('a good diagnosis is carried out, verified by the next call, paid for and learned', async () => {
	const ward = await openWard(asked => {
		cure(ward.chaos.upstream);
		says('Sure: {"action": "clear_schema_cache", "reason": "stale caps", "confidence": 0.8}')(
			asked,
		);
	});
	const {chaos} = ward;
	await provoke(ward);
	await chaos.incident('unknownFormat', 'verifying');
	chaos.say('and now?');
	expect(await chaos.incident('unknownFormat')).toMatchObject({
		tier: 'diagnosis',
		why: 'stale caps',
		after: 'The next call of scripted/m could be read.',
		action: {type: 'clear-caps'},
		status: {outcome: 'verified'},
	});
	expect(ward.asked).toHaveLength(1);
	await expect
		.poll(() => readMemory(join(chaos.home, 'incidents.json'), Date.now()))
		.toMatchObject({
			ledger: {callsToday: 1, inputTokens: 10, outputTokens: 5, costUsd: 0.006},
			knowledge: [{fault: 'C3', fixes: [{action: {type: 'clear-caps'}, verified: 1, failed: 0}]}],
		});
});

test('the diagnosing model is given facts and the newest lines of the log, and nothing that was said', async () => {
	const ward = await openWard(
		says('{"action": "ignore", "reason": "nothing to do", "confidence": 0.9}'),
	);
	await provoke(ward);
	expect(await ward.chaos.incident('unknownFormat')).toMatchObject({status: {outcome: 'told'}});
	const {body} = ward.asked[0]!;
	expect(body).toMatchObject({model: 'd', max_tokens: 200, temperature: 0.1});
	const report = JSON.parse(body.messages.at(-1).content);
	expect(report).toMatchObject({
		fault: 'C3',
		evidence: {signal: 'call.unreadable', code: 'unknown-format', count: 5, provider: 'scripted'},
		proxy: {requests: expect.any(Number)},
	});
	expect(JSON.stringify(body)).not.toContain('the files');
	expect(JSON.stringify(body)).not.toContain('go on');
});

describe('what comes of a diagnosis that is no good is an alert, and teaches nothing', () => {
	const cases: readonly [string, string, string][] = [
		['bad JSON', 'I would restart {"action": it', 'could not be read'],
		[
			'low confidence',
			'{"action": "restart_proxy", "reason": "perhaps", "confidence": 0.4}',
			'not sure of itself',
		],
		[
			'a destructive proposal',
			'{"action": "kill_stale_processes", "reason": "free the port", "confidence": 1}',
			'only you may do',
		],
	];

	test.each(cases)(
		'%s',
		async (_, text, why) => {
			const ward = await openWard(says(text));
			const pid = await ward.chaos.proxyReady().then(ward.chaos.proxyPid);
			await provoke(ward);
			expect(await ward.chaos.incident('unknownFormat')).toEqual(told(why));
			expect(ward.chaos.proxyPid()).toBe(pid);
			expect(readMemory(join(ward.chaos.home, 'incidents.json'), Date.now())).toMatchObject({
				knowledge: [],
				ledger: {callsToday: 1},
			});
		},
		120_000,
	);

	test('a model that does not answer in 15 seconds', async () => {
		const ward = await openWard(() => {});
		await provoke(ward);
		expect(await ward.chaos.incident('unknownFormat', 'ended')).toEqual(told('no diagnosis'));
		expect(readMemory(join(ward.chaos.home, 'incidents.json'), Date.now())).toMatchObject({
			knowledge: [],
			ledger: {callsToday: 1},
		});
	});
});

test('nothing is asked when the budget of the month is used up, also after a new start', async () => {
	const home = temporaryFolder();
	const day = new Date().toISOString().slice(0, 10);
	const ledger = {...emptyMemory.ledger, month: day.slice(0, 7), costUsd: 2.01, callsThisMonth: 9};
	writeFileSync(join(home, 'incidents.json'), JSON.stringify({version: 1, ...emptyMemory, ledger}));
	const ward = await openWard(says('{"action": "ignore", "confidence": 1}'), {home});
	await provoke(ward);
	expect(await ward.chaos.incident('unknownFormat')).toEqual(
		told("this month's budget of $2 is used up"),
	);
	expect(ward.doctor.seen()).toBe(0);
	ward.chaos.engine.dispatch({type: 'clear-incidents'});
	await expect
		.poll(() => readMemory(join(home, 'incidents.json'), Date.now()))
		.toMatchObject({incidents: [], ledger: {costUsd: 2.01}});
});
