import {expect, it} from 'vitest';
import type {ProxyCommand} from '../../../source/events/control.ts';
import {defaultSettings} from '../../../source/events/settings.ts';
import {createControl} from '../../../source/proxy/route/control.ts';
import {providerOf} from '../../../source/proxy/route/provider.ts';
import type {ResolvedRoute} from '../../../source/proxy/route/resolve.ts';

/** What a command does to the routes, limits, keys and lessons, in words. */
function open(consent: readonly {from: string; to: string}[] = []) {
	const did: string[] = [];
	const note =
		(name: string) =>
		(...given: readonly unknown[]) =>
			did.push(`${name} ${JSON.stringify(given)}`);
	const control = createControl({
		settings: {
			...defaultSettings,
			routes: [{model: 'both', to: ['a/one', 'b/one']}],
			proxy: {...defaultSettings.proxy, consent},
		},
		providers: ['a', 'b', 'c'].map(name =>
			providerOf({name, kind: 'openai-chat', models: ['one', 'two']}),
		),
		routeHealth: {
			order: ({targets}: ResolvedRoute) => targets,
			switchRoute: note('switch'),
			coolDown: note('cool'),
			raise: note('raise'),
			resetBreaker: note('reset'),
		} as never,
		keys: {forget: () => 3} as never,
		lessons: {clear: () => 2} as never,
	});
	return {control, did};
}

const onA = {model: 'a/one', to: {provider: 'a', model: 'two'}};
const toB = {model: 'a/one', to: {provider: 'b', model: 'two'}};

it.each<[string, Partial<ProxyCommand>, readonly {from: string; to: string}[], boolean]>([
	['the person', {...toB, by: 'user'}, [], true],
	['the watchdog', toB, [], false],
	['the watchdog by its name', {...toB, by: 'watchdog'}, [], false],
	['the watchdog to another model of the same provider', onA, [], true],
	['the watchdog with consent', toB, [{from: 'a', to: 'b'}], true],
	['the watchdog with consent to the way back', toB, [{from: 'b', to: 'a'}], false],
	['the watchdog with consent from elsewhere', toB, [{from: 'c', to: 'b'}], false],
	['the watchdog with consent to elsewhere', toB, [{from: 'a', to: 'c'}], false],
	[
		'the watchdog with one of two consents',
		toB,
		[
			{from: 'c', to: 'b'},
			{from: 'a', to: 'b'},
		],
		true,
	],
	['the watchdog within a route', {model: 'both', to: {provider: 'b', model: 'one'}}, [], true],
	['the watchdog out of a route', {model: 'both', to: {provider: 'c', model: 'one'}}, [], false],
	['the watchdog to another model', {model: 'both', to: {provider: 'b', model: 'two'}}, [], false],
])('a switch of the route by %s', (_, command, consent, isDone) => {
	const {control, did} = open(consent);
	const answer = control({type: 'switch-route', ...command} as ProxyCommand);
	expect([answer.ok, did.length]).toEqual([isDone, isDone ? 1 : 0]);
	expect(JSON.stringify(answer)).toContain(
		isDone ? 'first.' : 'Nobody has agreed to a move from a',
	);
});

it.each<[ProxyCommand, string, readonly string[]]>([
	[{type: 'clear-caps'}, 'Forgot 2 lessons.', []],
	[{type: 'refresh-keys', provider: 'a'}, 'Forgot 3 keys.', []],
	[
		{type: 'cool-down', provider: 'a', forMs: 5},
		'a is left out for 5 ms.',
		['cool [{"type":"cool-down","provider":"a","forMs":5},5]'],
	],
	[
		{type: 'reset-breaker', provider: 'a', model: 'one'},
		'a/one may be asked again.',
		['reset [{"type":"reset-breaker","provider":"a","model":"one"}]'],
	],
	[
		{type: 'raise-timeout', provider: 'a', gapMs: 7},
		'The limits of a are changed.',
		['raise [{"type":"raise-timeout","provider":"a","gapMs":7},{"gapMs":7}]'],
	],
])('%j says what it did', (command, done, effects) => {
	const {control, did} = open();
	expect(control(command)).toEqual({ok: true, done});
	expect(did).toEqual(effects);
});

it.each<[ProxyCommand, string]>([
	[{type: 'clear-caps', provider: 'x'}, 'There is no provider “x” here.'],
	[{type: 'switch-route', model: 'm', to: {provider: 'x', model: 'm'}}, 'There is no provider'],
	[{type: 'switch-route', model: 'm', to: {provider: 'a', model: 'one'}}, 'offers the model “m”'],
])('%j is refused', (command, why) => {
	const {control, did} = open();
	expect(control(command)).toEqual({ok: false, message: expect.stringContaining(why)});
	expect(did).toEqual([]);
});
