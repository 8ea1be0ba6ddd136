import {describe, expect, it} from 'vitest';
import {recordIncident} from '../../../source/engine/monitoring/incident-notices.ts';
import type {Incident} from '../../../source/events/incident.ts';
import type {Settings} from '../../../source/events/settings.ts';
import {createStore} from '../../../source/state/store.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

type Notify = Settings['monitoring']['notify'];

function openTelling(notify: Notify) {
	const clock = fakeClock();
	const store = createStore(clock);
	let count = 0;
	const take = (more: Partial<Incident>) => {
		count += 1;
		recordIncident(
			{store, notify: () => notify},
			{...refused, id: `i${count}`, at: clock.now(), ...more},
		);
	};
	const told = () => store.state().notices.map(({level, text}) => `${level} ${text}`);
	return {clock, store, take, told};
}

const refused: Incident = {
	id: 'i',
	fault: 'B3',
	name: 'the provider refuses the key',
	pattern: 'B3\np\nm\n\n401',
	at: 0,
	evidence: {signal: 'upstream.key-refused', count: 1},
	tier: 'rule',
	why: 'the rule of B3',
	action: {type: 'alert', text: 'Put a valid key there.'},
	status: {type: 'ended', outcome: 'told', at: 0},
};

const restarted: Partial<Incident> = {
	fault: 'A4',
	name: 'the proxy does not answer',
	pattern: 'A4',
	action: {type: 'restart-proxy'},
	status: {type: 'ended', outcome: 'verified', at: 0},
};

const inVain: Partial<Incident> = {
	...restarted,
	status: {type: 'ended', outcome: 'failed', at: 0},
	after: 'The proxy did not answer.',
};

describe('the user is told of incidents', () => {
	it.each([
		[
			'all',
			[
				'info A4 the proxy does not answer: restart the proxy, verified',
				'warn B3: Put a valid key there.',
				'warn A4: The proxy did not answer.',
			],
		],
		['important', ['warn B3: Put a valid key there.', 'warn A4: The proxy did not answer.']],
		['none', []],
	] as const)('as much as he wants to hear: %s', (notify, expected) => {
		const {take, told, store} = openTelling(notify);
		take(restarted);
		take({});
		take(inVain);
		expect(told()).toEqual(expected);
		expect(store.state().incidents).toHaveLength(3);
	});

	it('at their end, not at each step', () => {
		const {take, told} = openTelling('all');
		take({...restarted, id: 'one', status: {type: 'countdown', endsAt: 3000}});
		take({...restarted, id: 'one', status: {type: 'verifying', until: 9000}});
		expect(told()).toEqual([]);
	});

	it('once, as long as nothing has changed for him to mend, and again after half an hour', () => {
		const {take, told, clock} = openTelling('important');
		take({});
		clock.advance(300_000);
		take({});
		expect(told()).toHaveLength(1);
		take({pattern: 'B3\nother\nm\n\n401'});
		expect(told()).toHaveLength(2);
		clock.advance(1_800_000);
		take({});
		expect(told()).toHaveLength(3);
	});

	it('and the bell rings for what is said as a warning', () => {
		const {take, store} = openTelling('all');
		take(restarted);
		take({});
		expect(store.state().notices.map(({isAlarm}) => isAlarm)).toEqual([undefined, true]);
	});
});

it('is not told that a provider gives no answers beside the reason for it', () => {
	const {take, told} = openTelling('important');
	const evidence = {signal: 'upstream.key-refused', count: 1, provider: 'p'} as const;
	const none = {type: 'alert', text: 'p gives no answers.'} as const;
	take({evidence});
	take({fault: 'B9', pattern: 'B9 p', evidence, action: none});
	take({fault: 'B9', pattern: 'B9 q', evidence: {...evidence, provider: 'q'}, action: none});
	expect(told()).toEqual(['warn B3: Put a valid key there.', 'warn B9: p gives no answers.']);
});
