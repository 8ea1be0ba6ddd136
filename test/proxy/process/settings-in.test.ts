import {expect, test} from 'vitest';
import {defaultSettings} from '../../../source/events/settings.ts';
import {settingsFrom} from '../../../source/proxy/process/settings-in.ts';

test('what is given lies over the defaults', () => {
	const {settings, warnings} = settingsFrom({
		model: 'up/m',
		proxy: {port: 4100},
		mcpServers: {x: {command: 'y'}},
		unknown: 1,
		providers: [{name: 'up', kind: 'openai-chat', baseUrl: 'http://127.0.0.1:1/v1'}],
	});
	expect(warnings).toEqual([]);
	expect(settings).toMatchObject({
		model: 'up/m',
		proxy: {...defaultSettings.proxy, port: 4100},
		mcpServers: {x: {command: 'y'}},
		providers: [{name: 'up'}],
	});
});

test('what has the wrong shape is passed over, and said', () => {
	const {settings, warnings} = settingsFrom({
		model: 7,
		proxy: {port: 'x', streamIdleMs: 5},
		routes: {},
		providers: [
			{name: 'a', kind: 'nonsense'},
			{kind: 'openai-chat'},
			{name: 'b', kind: 'practice'},
		],
	});
	expect(settings.model).toBe('default');
	expect(settings.proxy).toEqual({...defaultSettings.proxy, streamIdleMs: 5});
	expect(settings.providers.map(({name}) => name)).toEqual(['b']);
	expect(warnings).toEqual([
		'model was passed over: it has to be a string.',
		'proxy.port was passed over: it has to be a number.',
		'routes was passed over: it has to be a list.',
		'providers.0 was passed over: it needs a name and a known kind.',
		'providers.1 was passed over: it needs a name and a known kind.',
	]);
});

test.each([null, 'text', []])('%j is no settings', value => {
	expect(settingsFrom(value)).toMatchObject({
		settings: defaultSettings,
		warnings: [expect.any(String)],
	});
});
