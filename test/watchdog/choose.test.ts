import {describe, expect, it} from 'vitest';
import type {Incident, IncidentOutcome} from '../../source/events/incident.ts';
import {choose, type Situation} from '../../source/watchdog/choose.ts';
import {faultOf} from '../../source/watchdog/faults.ts';

const now = 10_000_000;

function ended(agoMs: number, outcome: IncidentOutcome, more: Partial<Incident> = {}): Incident {
	return {
		id: `i${agoMs}`,
		fault: 'B9',
		name: 'x',
		pattern: 'k',
		at: now - agoMs - 4_000_000,
		evidence: {signal: 'upstream.unavailable', count: 1},
		tier: 'rule',
		why: '',
		action: {type: 'switch-route'},
		status: {type: 'ended', outcome, at: now - agoMs},
		...more,
	};
}

function choice(more: Partial<Situation> = {}) {
	return choose({
		fault: faultOf('providerDown'),
		key: 'k',
		past: [],
		knowledge: [],
		settings: {tier1: true, tier2: true, tier3: true},
		diagnosisRefused: null,
		now,
		...more,
	});
}

const fixed = [
	{
		key: 'k',
		fault: 'B9' as const,
		lastSeen: 0,
		fixes: [{action: {type: 'cool-down' as const}, verified: 7, failed: 3}],
	},
];

describe('the tiers', () => {
	it('begin with the rule', () => {
		expect(choice({knowledge: fixed})).toMatchObject({
			tier: 'rule',
			action: {type: 'switch-route'},
		});
	});

	it('take what has helped before when the rule did not help', () => {
		expect(choice({knowledge: fixed, past: [ended(40_000, 'failed')]})).toMatchObject({
			tier: 'known-fix',
			action: {type: 'cool-down'},
			why: 'it has helped 7 of 10 times (70 %)',
		});
	});

	it.each([
		['fewer than three outcomes', {verified: 2, failed: 0}],
		['a rate below 0.7', {verified: 6, failed: 3}],
	])('do not call it known with %s', (_, counts) => {
		const knowledge = [{...fixed[0]!, fixes: [{action: {type: 'cool-down' as const}, ...counts}]}];
		expect(choice({knowledge, past: [ended(40_000, 'failed')]})).toMatchObject({tier: 'rule'});
	});

	it.each([
		[1, 30_000],
		[2, 60_000],
		[3, 300_000],
	])('wait longer after %i failures in a row', (failures, pauseMs) => {
		const past = Array.from({length: failures}, (_, index) =>
			ended((failures - index) * 1000, 'failed'),
		);
		const untilAt = now - 1000 + pauseMs;
		expect(choice({past})).toEqual({type: 'wait', untilAt});
		expect(choice({past, now: untilAt - 1})).toEqual({type: 'wait', untilAt});
		expect(choice({past, now: untilAt}).type).not.toBe('wait');
	});

	it('ask for a diagnosis when the rule has failed for the fourth time', () => {
		const past = [900_000, 800_000, 700_000, 350_000].map(ago => ended(ago, 'failed'));
		expect(choice({past})).toEqual({type: 'diagnose', why: 'nothing is known'});
	});

	it('try the rule once more after the third pause', () => {
		const past = [900_000, 800_000, 300_000].map(ago => ended(ago, 'failed'));
		expect(choice({past})).toMatchObject({
			tier: 'rule',
			why: 'the rule of B9, again after 3 that did not help',
		});
	});

	it('neither wait nor give up where restarts have pauses and a limit of their own', () => {
		const past = [5, 4, 3, 2, 1].map(ago => ended(ago, 'failed'));
		expect(choice({past, fault: faultOf('proxyEnded')})).toMatchObject({
			tier: 'rule',
			why: 'the rule of A1, again after 5 that did not help',
		});
	});

	it('ask for a diagnosis when what helped before has failed', () => {
		const past = [ended(40_000, 'failed', {action: {type: 'cool-down'}})];
		const settings = {tier1: false, tier2: true, tier3: true};
		expect(choice({past, knowledge: fixed, settings})).toEqual({
			type: 'diagnose',
			why: 'what helped before has failed',
		});
	});

	it.each([
		[[], 'diagnosis is switched off'],
		[[ended(40_000, 'failed')], '1 tries did not help; diagnosis is switched off'],
	])('tell the user why nothing is tried after %j', (past, why) => {
		const settings = {tier1: false, tier2: true, tier3: false};
		expect(choice({past, settings})).toMatchObject({tier: 'user', why});
	});

	it('tell the user when there is no diagnosis', () => {
		const past = [900_000, 800_000, 700_000, 350_000].map(ago => ended(ago, 'failed'));
		const settings = {tier1: true, tier2: true, tier3: false};
		expect(choice({past, settings})).toMatchObject({
			tier: 'user',
			action: {type: 'alert'},
			why: '4 tries did not help; diagnosis is switched off',
		});
	});

	it('forget after an hour, and not before', () => {
		expect(choice({past: [ended(3_600_000, 'failed')]})).toMatchObject({why: 'the rule of B9'});
		expect(choice({past: [ended(3_599_999, 'failed')]})).toMatchObject({
			why: 'the rule of B9, again after 1 that did not help',
		});
	});

	it('begin anew after a success', () => {
		const past = [ended(50_000, 'failed'), ended(20_000, 'verified')];
		expect(choice({past})).toMatchObject({tier: 'rule', why: 'the rule of B9'});
	});

	it('do not count what nobody saw the end of', () => {
		expect(choice({past: [ended(1000, 'unproven')]})).toMatchObject({tier: 'rule'});
	});

	it('skip the rules when they are switched off', () => {
		const settings = {tier1: false, tier2: true, tier3: true};
		expect(choice({settings})).toMatchObject({type: 'diagnose'});
		expect(choice({settings, knowledge: fixed})).toMatchObject({tier: 'known-fix'});
	});

	it('have no rule for a fault that is open', () => {
		expect(choice({fault: faultOf('unknownFormat')})).toMatchObject({type: 'diagnose'});
		expect(choice({fault: faultOf('unknownFormat'), diagnosisRefused: 'no'})).toMatchObject({
			tier: 'user',
			action: faultOf('unknownFormat').action,
		});
	});
});
