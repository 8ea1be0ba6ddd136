import {expect, it} from 'vitest';
import type {Incident} from '../../source/events/incident.ts';
import type {Signal} from '../../source/events/signal.ts';
import {judge, needsHealth} from '../../source/watchdog/judge.ts';

const provider = {provider: 'p', model: 'm'};
const gone = {signal: 'upstream.unavailable', count: 1, route: 'r', ...provider};
const misspelled = {signal: 'call.unreadable', code: 'json', count: 1, ...provider};

function verdict(
	action: string,
	{
		evidence = gone,
		isNew = true,
		...signal
	}: {evidence?: object; isNew?: boolean} & Partial<Signal>,
) {
	const incident = {action: {type: action}, evidence} as unknown as Incident;
	return judge(incident, {...provider, ...signal} as Signal, {isNew});
}

const answered = {kind: 'request.ended'} as const;
const failed = {kind: 'request.failed'} as const;
const elsewhere = {provider: 'other'};

it.each<[string, Parameters<typeof verdict>[1], string, ReturnType<typeof verdict>]>([
	['cool-down', answered, 'an answer of that provider', 'verified'],
	['cool-down', failed, 'a failure of which no layer is known', 'failed'],
	['cool-down', {...failed, layer: 'provider'}, 'a failure on its own layer', 'failed'],
	['cool-down', {...failed, layer: 'proxy'}, 'a failure on another layer', null],
	['cool-down', {...answered, ...elsewhere}, 'an answer of another provider', null],
	['cool-down', {...answered, model: 'n'}, 'an answer of another model', null],
	['cool-down', {...answered, ...elsewhere, route: 'r'}, 'another one of its route', null],
	['cool-down', {kind: 'request.started'}, 'a request that begins', null],
	['cool-down', {kind: 'proxy.exited'}, 'a proxy that ended', null],
	['inline', answered, 'an answer of that provider', 'verified'],
	['inline', {...answered, ...elsewhere, route: 'r'}, 'another one of its route', 'verified'],
	['inline', {...answered, ...elsewhere, route: 's'}, 'another one of another route', null],
	['switch-route', answered, 'an answer of the provider that was left', null],
	['switch-route', {...answered, ...elsewhere}, 'an answer of another provider', 'verified'],
	['switch-route', {...failed, ...elsewhere, layer: 'network'}, 'a way that is broken', 'failed'],
	['switch-route', {...failed, ...elsewhere, layer: 'provider'}, 'a provider that fails', 'failed'],
	['switch-route', {...failed, ...elsewhere, layer: 'proxy'}, 'a failure of the proxy', null],
	['restart-proxy', {...answered, ...elsewhere}, 'any answer', 'verified'],
	['restart-proxy', {kind: 'proxy.exited'}, 'a proxy that ended', 'failed'],
	['free-port', {kind: 'proxy.hung'}, 'a proxy that hangs', 'failed'],
	['check-proxy', {...failed, layer: 'proxy'}, 'a failure of the proxy', 'failed'],
	['restart-proxy', {...failed, layer: 'provider'}, 'a failure of a provider', null],
])('after %s, %j (%s) shows: %s', (action, signal, _, outcome) => {
	expect(verdict(action, signal)).toBe(outcome);
});

it.each<[string, Parameters<typeof verdict>[1], ReturnType<typeof verdict>]>([
	['inline', {...answered}, 'verified'],
	['inline', {...answered, isNew: false}, null],
	['inline', {kind: 'call.well'}, null],
	['inline', {kind: 'call.unreadable', code: 'json'}, null],
	['switch-model', {kind: 'call.well'}, 'verified'],
	['switch-model', {kind: 'call.unreadable', code: 'json'}, 'failed'],
	['switch-model', {kind: 'call.unreadable', code: 'name'}, null],
	['switch-model', {kind: 'call.mended', code: 'json'} as never, null],
	['switch-model', answered, null],
	['switch-model', {kind: 'call.well', ...elsewhere}, null],
	['restart-proxy', answered, 'verified'],
])('calls that were badly written, after %s: %j shows %s', (action, signal, outcome) => {
	expect(verdict(action, {evidence: misspelled, ...signal})).toBe(outcome);
});

it.each([
	['restart-proxy', true],
	['free-port', true],
	['check-proxy', true],
	['switch-route', false],
	['alert', false],
])('%s has to be followed by a proxy that answers: %s', (type, isNeeded) => {
	expect(needsHealth({type} as never)).toBe(isNeeded);
});
