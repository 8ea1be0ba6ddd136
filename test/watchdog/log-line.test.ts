import {expect, it} from 'vitest';
import type {Incident} from '../../source/events/incident.ts';
import {droppedLine, logLine, nameOf, waitLine} from '../../source/watchdog/log-line.ts';

const incident: Incident = {
	id: 'i1',
	at: 0,
	fault: 'B2',
	name: 'the provider fails',
	pattern: '',
	evidence: {signal: 'upstream.server-error', count: 2},
	tier: 'rule',
	why: '',
	action: {type: 'inline', what: 'retry'},
	status: {type: 'acting'},
};

it('a line of the log has what is known of an incident, and no word for what is not', () => {
	const all = {provider: 'p', model: 'm', code: 500};
	expect(logLine(0, incident)).toBe(
		'1970-01-01T00:00:00.000Z i1 B2 signal=upstream.server-error count=2 tier=rule action=retry status=acting',
	);
	expect(
		logLine(1000, {
			...incident,
			evidence: {...incident.evidence, ...all},
			status: {type: 'ended', outcome: 'verified', at: 5},
			after: 'It answers.',
		}),
	).toBe(
		'1970-01-01T00:00:01.000Z i1 B2 signal=upstream.server-error:500 count=2 route=p/m tier=rule action=retry status=verified after="It answers."',
	);
});

it('the log says until when a pattern waits, and what was not handed on', () => {
	expect(waitLine({fault: {id: 'B2'}, now: 0, untilAt: 30_000})).toBe(
		'1970-01-01T00:00:00.000Z B2 waits until=1970-01-01T00:00:30.000Z',
	);
	expect(droppedLine({kind: 'tool.dropped', at: 0, provider: 'p', note: 'A tool'})).toBe(
		'1970-01-01T00:00:00.000Z dropped route=p what="A tool"',
	);
});

it('an action is named by what is done within the request, or by itself', () => {
	expect([nameOf(incident.action), nameOf({type: 'cool-down'})]).toEqual(['retry', 'cool-down']);
});
