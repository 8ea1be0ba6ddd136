import {expect, test} from 'vitest';
import {defaultSettings, type Settings} from '../../../source/events/settings.ts';
import {practiceProvider, providerOf} from '../../../source/proxy/route/provider.ts';
import {defaultRoute, knownModels, resolveRoute} from '../../../source/proxy/route/resolve.ts';

const a = providerOf({name: 'a', kind: 'openai-chat', models: ['one', 'two']});
const b = providerOf({name: 'b', kind: 'openai-chat', models: ['two', 'org/three']});
const open = providerOf({name: 'open', kind: 'openai-chat', baseUrl: 'http://127.0.0.1:1/v1'});
const routes = [
	{model: 'fast', to: ['a/one', 'b/two']},
	{model: 'dead', to: ['nobody/x']},
];

const cases: readonly (readonly [string, Partial<Settings>, readonly string[]])[] = [
	['', {}, ['a one']],
	['default', {}, ['a one']],
	['default', {model: 'two'}, ['a two']],
	['default', {model: 'b/two'}, ['b two']],
	['default', {model: 'b'}, ['b two']],
	['default', {model: 'fast'}, ['a one', 'b two']],
	['default', {routes: [{model: 'default', to: ['b/org/three']}]}, ['b org/three']],
	['fast', {}, ['a one', 'b two']],
	['one', {}, ['a one']],
	['two', {}, ['a two']],
	['b/two', {}, ['b two']],
	['org/three', {}, ['b org/three']],
	['b/any thing', {}, ['b any thing']],
	['b', {}, ['b two']],
	['gpt-5.5', {routes: [{model: '*', to: ['b/two', 'a/one']}]}, ['b two', 'a one']],
	['default', {routes: [{model: '*', to: ['b/two', 'a/one']}]}, ['b two', 'a one']],
	['default', {model: 'a/two', routes: [{model: '*', to: ['b/two']}]}, ['a two']],
	['one', {routes: [{model: '*', to: ['b/two']}]}, ['a one']],
	['b/any', {routes: [{model: '*', to: ['a/one']}]}, ['b any']],
	['fast', {routes: [{model: '*', to: ['b/two']}, ...routes]}, ['a one', 'b two']],
];

test.each(cases)('“%s” with %j', (model, settings, expected) => {
	expect(resolved(model, {settings, providers: [a, b]})).toEqual(expected);
});

test.each(['unknown', 'dead', 'nobody/x'])(
	'“%s” is not found, and what there is is named',
	model => {
		const settings = {...defaultSettings, routes};
		const route = resolveRoute(model, {settings, providers: [a, practiceProvider]});
		expect(route).toMatchObject({
			ok: false,
			failure: {
				status: 404,
				code: 'model_not_found',
				message: expect.stringContaining('On offer: default, a/one, a/two, practice/practice.'),
			},
		});
	},
);

test('a provider without a list may know any name', () => {
	expect(resolved('unknown', {settings: {}, providers: [a, open]})).toEqual(['open unknown']);
	expect(resolved('x/y', {settings: {}, providers: [a, open]})).toEqual(['open x/y']);
	expect(resolved('one', {settings: {}, providers: [open, a]})).toEqual(['a one']);
	expect(resolved('default', {settings: {}, providers: [open, a]})).toEqual(['open ']);
});

test.each([
	[{}, null],
	[{model: 'b/two'}, null],
	[{model: 'fast', routes}, 'fast'],
	[{routes: [{model: 'default', to: ['a/one']}]}, 'default'],
	[{routes: [{model: '*', to: ['a/one']}]}, 'default'],
	[{routes: [{model: 'default', to: ['nobody/x']}]}, null],
])('with %j the route to ask for by default is %j', (settings, expected) => {
	const choice = {settings: {...defaultSettings, ...settings}, providers: [a, b]};
	expect(defaultRoute(choice)).toBe(expected);
});

test('the route of every other name is no model on offer', () => {
	const settings = {...defaultSettings, routes: [{model: '*', to: ['a/one']}, ...routes]};
	const ids = knownModels({settings, providers: [a]}).map(({id}) => id);
	expect(ids).toEqual(['default', 'fast', 'dead', 'a/one', 'a/two']);
});

function resolved(
	model: string,
	{settings, providers}: {settings: Partial<Settings>; providers: readonly (typeof a)[]},
): readonly string[] {
	const route = resolveRoute(model, {
		settings: {...defaultSettings, routes, ...settings},
		providers,
	});
	return route.ok
		? route.value.targets.map(target => `${target.provider.name} ${target.model}`)
		: [];
}
