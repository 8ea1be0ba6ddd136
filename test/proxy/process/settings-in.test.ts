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
		'model was passed over: it must be a text.',
		'proxy.port was passed over: it must be a whole number from 0 to 65535.',
		'routes was passed over: it must be a list.',
		'providers.0 was passed over: providers.0.kind must be one of openai-responses, openai-chat, anthropic, gemini, practice.',
		'providers.1 was passed over: it needs "name".',
	]);
});

test.each([null, 'text', []])('%j is no settings', value => {
	expect(settingsFrom(value)).toMatchObject({
		settings: defaultSettings,
		warnings: [expect.any(String)],
	});
});

test('a consent that is misspelt is none', () => {
	const {settings} = settingsFrom({proxy: {consent: [{from: 'a', to: 'b'}, {from: 'a'}, 'a b']}});
	expect(settings.proxy.consent).toEqual([{from: 'a', to: 'b'}]);
	expect(settings.proxy.firstByteMs).toBe(60_000);
});

test('numbers that no timer takes, and entries that lead nowhere, are passed over and said', () => {
	const {settings, warnings} = settingsFrom({
		proxy: {streamIdleMs: -5, firstByteMs: 1e12, bufferBytesMax: 0, consent: [{from: 'a'}]},
		routes: [
			{model: 'r', to: [5]},
			{model: 'well', to: ['up/m']},
		],
		providers: [{name: 'up', kind: 'openai-chat', models: [5]}],
	});
	expect(settings.proxy).toEqual(defaultSettings.proxy);
	expect(settings.routes).toEqual([{model: 'well', to: ['up/m']}]);
	expect(settings.providers).toEqual([]);
	expect(warnings.map(warning => warning.split(' ')[0])).toEqual([
		'proxy.streamIdleMs',
		'proxy.firstByteMs',
		'proxy.bufferBytesMax',
		'proxy.consent.0',
		'routes.0',
		'providers.0',
	]);
});
