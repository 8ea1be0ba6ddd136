import {describe, expect, it} from 'vitest';
import {failed, type Result} from '../../source/events/failure.ts';
import type {Incident} from '../../source/events/incident.ts';
import {askForDiagnosis} from '../../source/watchdog/diagnose.ts';
import {diagnosisReport, readDiagnosis} from '../../source/watchdog/diagnosis.ts';
import {faultOf} from '../../source/watchdog/faults.ts';
import {createIncidentStore} from '../../source/watchdog/incident-store.ts';
import {begin, emptyLedger, refusal, spend} from '../../source/watchdog/ledger.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

describe('an answer of the diagnosing model', () => {
	it.each([
		['{"action":"restart_proxy","reason":"it hangs","confidence":0.9}', 'restart-proxy'],
		[
			'Sure!\n```json\n{"action":"increase_timeout","reason":"slow","confidence":0.6}\n```',
			'raise-timeout',
		],
		['{"action":"ignore","confidence":1}', 'inline'],
		['So:{"action":"ignore","confidence":1}s', 'inline'],
	])('that is sure and on the list is followed: %s', (text, type) => {
		expect(readDiagnosis(text)).toMatchObject({ok: true, action: {type}});
	});

	it.each([
		['no JSON', 'I would restart it.', 'could not be read'],
		['a closing brace only', 'I would restart it}', 'could not be read'],
		['an opening brace only', '{ I would restart it', 'could not be read'],
		['broken JSON', '{"action":"restart_proxy",', 'could not be read'],
		['low confidence', '{"action":"restart_proxy","reason":"maybe","confidence":0.59}', 'not sure'],
		['more than certain', '{"action":"restart_proxy","reason":"","confidence":1.01}', 'not sure'],
		['no confidence', '{"action":"restart_proxy","reason":"x"}', 'lacks'],
		[
			'something destructive',
			'{"action":"kill_stale_processes","reason":"x","confidence":1}',
			'only you may do',
		],
		['something unheard of', '{"action":"rm -rf /","reason":"x","confidence":1}', 'says rm -rf /'],
		[
			'a name from the prototype',
			'{"action":"constructor","reason":"x","confidence":1}',
			'says constructor',
		],
		[
			'an alert',
			'{"action":"alert_user","reason":"renew the key","confidence":1}',
			'renew the key',
		],
	])('with %s goes to the user', (_, text, why) => {
		expect(readDiagnosis(text)).toMatchObject({ok: false, why: expect.stringContaining(why)});
	});
});

it('words of the diagnosing model are cut where they are long', () => {
	const text = (action: string) => JSON.stringify({action, reason: 'r'.repeat(400), confidence: 1});
	const kept = readDiagnosis(text('ignore'));
	expect(kept.ok && kept.reason.length).toBe(300);
	expect(readDiagnosis(text('a'.repeat(50)))).toEqual({
		ok: false,
		why: expect.stringMatching(/^the diagnosis says a{40}: r+…?$/),
	});
});

describe('the report', () => {
	it('holds the newest lines of the log, and not more than fit', () => {
		const log = Array.from({length: 100}, (_, index) => `line ${index} ${'x'.repeat(90)}`);
		const report = JSON.parse(
			diagnosisReport({
				incident: {fault: 'B2', evidence: {signal: 'upstream.server-error', count: 1}},
				facts: {},
				past: [],
				log,
			}),
		);
		expect(report.log.at(-1)).toBe(log.at(-1));
		expect(report.log.join('').length).toBeLessThanOrEqual(1500);
	});

	it.each([
		[[1000, 500], 2],
		[[1000, 501], 1],
		[[1500], 1],
		[[1501], 0],
	])('of lines of %j characters it holds %i', (lengths, count) => {
		const log = lengths.map(length => 'x'.repeat(length));
		const incident = {fault: 'B2', evidence: {signal: 'upstream.server-error', count: 1}} as const;
		const report = JSON.parse(diagnosisReport({incident, facts: {}, past: [], log}));
		expect(report.log).toHaveLength(count);
	});
});

it('the report says what was done before and what became of it, of the newest incidents', () => {
	const past = [
		{at: 500, status: {type: 'ended', outcome: 'told', at: 500}},
		...[0, 0, 0].map(at => ({at, status: {type: 'ended', outcome: 'verified', at}})),
		{at: 0, status: {type: 'ended', outcome: 'failed', at: 0}},
		{at: 1000, status: {type: 'verifying', until: 0}},
	].map(more => ({...more, action: {type: 'cool-down'}}) as Incident);
	const incident = {fault: 'B2', evidence: {signal: 'upstream.server-error', count: 1}} as const;
	const report = JSON.parse(diagnosisReport({incident, facts: {}, past, log: []}));
	expect(report.earlier).toHaveLength(5);
	expect(report.earlier.slice(3)).toEqual([
		{at: '1970-01-01T00:00:00.000Z', action: 'cool-down', outcome: 'failed'},
		{at: '1970-01-01T00:00:01.000Z', action: 'cool-down', outcome: 'verifying'},
	]);
});

it('a diagnosis that does not come within fifteen seconds is given up', async () => {
	const clock = fakeClock();
	const store = createIncidentStore({clock, path: null, takeLock: () => () => {}, onProblem() {}});
	let asked: AbortSignal | null = null;
	let answer: (failure: Result<never>) => void = () => {};
	const decided: unknown[] = [];
	const asking = askForDiagnosis(
		{
			clock,
			store,
			diagnose: (_, signal) => {
				asked = signal;
				return new Promise(resolve => {
					answer = resolve;
				});
			},
			facts: () => ({}),
			refuses: () => null,
		},
		{
			fault: faultOf('providerFails'),
			incidentRun: {
				incident: () => ({fault: 'B2', evidence: {signal: 'x', count: 1}}) as never,
				decide: (each: unknown) => decided.push(each),
			} as never,
			past: [],
			log: [],
		},
	);
	expect(store.memory().ledger).toMatchObject({callsToday: 1});
	clock.advance(14_999);
	expect(asked!).toMatchObject({aborted: false});
	clock.advance(1);
	expect(asked!).toMatchObject({aborted: true});
	answer({ok: false, failure: failed('timeout', 'It was silent.')});
	await asking;
	expect(decided).toMatchObject([{tier: 'user', why: 'no diagnosis: It was silent.'}]);
	expect(clock.pending()).toBe(0);
});

describe('the ledger', () => {
	const at = Date.parse('2026-11-18T12:00:00Z');
	const budgetUsdMonth = 2;

	it('allows one diagnosis a minute', () => {
		const ledger = begin(emptyLedger, at);
		expect(refusal(ledger, {now: at + 59_999, budgetUsdMonth})).toContain('a minute ago');
		expect(refusal(ledger, {now: at + 60_000, budgetUsdMonth})).toBeNull();
	});

	it('allows ten a day', () => {
		let ledger = emptyLedger;
		for (let count = 0; count < 10; count += 1) {
			ledger = begin(ledger, at + count * 60_000);
		}
		expect(refusal(ledger, {now: at + 3_600_000, budgetUsdMonth})).toContain('10 a day');
		expect(refusal(ledger, {now: at + 86_400_000, budgetUsdMonth})).toBeNull();
	});

	it('stops at the budget of the month, and begins the next month with nothing', () => {
		const used = spend(begin(emptyLedger, at), {inputTokens: 800, outputTokens: 100, costUsd: 2});
		expect(refusal(used, {now: at + 3_600_000, budgetUsdMonth})).toContain('budget');
		const december = Date.parse('2026-12-01T00:00:00Z');
		expect(refusal(used, {now: december, budgetUsdMonth})).toBeNull();
		expect(begin(used, december)).toMatchObject({costUsd: 0, callsThisMonth: 1});
	});
});

it('the costs of a month begin at nothing and add up', () => {
	const at = Date.UTC(2026, 10, 18);
	const spent = spend(
		spend(begin(emptyLedger, at), {inputTokens: 5, outputTokens: 2, costUsd: 0.5}),
		{
			inputTokens: 1,
			outputTokens: 1,
			costUsd: 0.25,
		},
	);
	expect(spent).toEqual({
		month: '2026-11',
		day: '2026-11-18',
		inputTokens: 6,
		outputTokens: 3,
		costUsd: 0.75,
		callsThisMonth: 1,
		callsToday: 1,
		lastCallAt: at,
	});
	const next = begin(spent, Date.UTC(2026, 11, 1));
	expect(next).toMatchObject({month: '2026-12', inputTokens: 0, outputTokens: 0, costUsd: 0});
	expect(next).toMatchObject({callsThisMonth: 1, callsToday: 1});
	const sameDay = begin(spent, at + 60_000);
	expect(sameDay).toMatchObject({callsThisMonth: 2, callsToday: 2, costUsd: 0.75});
	const nextDay = begin(sameDay, Date.UTC(2026, 10, 19));
	expect(nextDay).toMatchObject({callsThisMonth: 3, callsToday: 1});
});
