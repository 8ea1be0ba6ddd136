import {expect, it} from 'vitest';
import {isMemory} from '../../source/watchdog/incident-shape.ts';
import {emptyLedger} from '../../source/watchdog/ledger.ts';

const incident = {
	id: 'one',
	at: 1,
	fault: 'B2',
	name: 'x',
	pattern: 'p',
	evidence: {signal: 'upstream.server-error', count: 1},
	tier: 'rule',
	why: '',
	action: {type: 'inline', what: 'retry'},
	status: {type: 'ended', outcome: 'verified', at: 1},
};
const fix = {action: {type: 'cool-down'}, verified: 1, failed: 0};
const pattern = {key: 'k', fault: 'B2', lastSeen: 1, fixes: [fix]};

function isReadable(more: {incident?: object; fix?: object; pattern?: object; ledger?: object}) {
	return isMemory({
		incidents: [incident, {...incident, ...more.incident}],
		knowledge: [pattern, {...pattern, fixes: [fix, {...fix, ...more.fix}], ...more.pattern}],
		ledger: {...emptyLedger, ...more.ledger},
	});
}

it('what the watchdog itself wrote is read', () => {
	expect(isReadable({})).toBe(true);
});

/** Each is of another type than all that the file has there. */
const others = [null, [], true];
const incidentFields = [
	...['id', 'at', 'fault', 'name', 'pattern', 'tier', 'why'],
	...['evidence', 'action', 'status'],
];

it.each([
	...incidentFields.map(field => ['incident', field]),
	...['action', 'verified', 'failed'].map(field => ['fix', field]),
	...['key', 'fixes'].map(field => ['pattern', field]),
	...Object.keys(emptyLedger).map(field => ['ledger', field]),
] as const)('one wrong field makes all of it unreadable: of an %s, its %s', (what, field) => {
	for (const other of others.filter(each => field !== 'fixes' || !Array.isArray(each))) {
		expect(isReadable({[what]: {[field]: other}})).toBe(false);
	}
});

it.each([
	['incident', 'action'],
	['incident', 'status'],
	['fix', 'action'],
])('of an %s, its %s has to say of which type it is', (what, field) => {
	expect(isReadable({[what]: {[field]: {type: 1}}})).toBe(false);
});

it.each(['incidents', 'knowledge', 'ledger'])('the %s have to be there', field => {
	const whole = {incidents: [incident], knowledge: [pattern], ledger: emptyLedger};
	expect(isMemory({...whole, [field]: undefined})).toBe(false);
});
