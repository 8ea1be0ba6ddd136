import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {isJsonObject, type Json} from '../../source/events/json.ts';
import {defaultSettings} from '../../source/events/settings.ts';
import {checkValue} from '../../source/storage/check-value.ts';
import {setSetting} from '../../source/storage/set-setting.ts';
import {readSettings, setAsideBroken, settingsPath} from '../../source/storage/settings.ts';
import {type Schema, settingsSchema} from '../../source/storage/settings-schema.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const clock = fakeClock(Date.UTC(2026, 10, 18, 9, 5, 7));

function home(config?: unknown): string {
	const folder = temporaryFolder();
	if (config !== undefined) {
		const text = typeof config === 'string' ? config : JSON.stringify(config);
		writeFileSync(settingsPath(folder), text);
	}
	return folder;
}

const config = (folder: string): unknown => JSON.parse(readFileSync(settingsPath(folder), 'utf8'));

describe('the schema', () => {
	it('knows every key of the defaults, and has no other', () => {
		expect(keysOfSchema(settingsSchema)).toEqual(keysOfValue(defaultSettings as unknown as Json));
	});

	it('accepts the defaults', () => {
		const defaults = defaultSettings as unknown as Json;
		expect(checkValue(settingsSchema, defaults)).toEqual({accepted: defaults, findings: []});
	});
});

function keysOfSchema({properties}: Schema): unknown {
	return properties
		? Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, keysOfSchema(one)]))
		: true;
}

function keysOfValue(value: Json | undefined): unknown {
	return isJsonObject(value) && Object.keys(value).length > 0
		? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, keysOfValue(one)]))
		: true;
}

describe('reading settings', () => {
	it('gives the defaults where there is no file, and makes none', () => {
		const folder = home();
		expect(readSettings(folder)).toEqual({settings: defaultSettings, warnings: [], broken: false});
		expect(readdirSync(folder)).toEqual([]);
	});

	it('lays the file over the defaults, key by key', () => {
		const {settings, warnings} = readSettings(
			home({
				theme: 'light',
				proxy: {port: 4100},
				keys: {quit: ['q', 'ctrl+q']},
				mcpServers: {a: {b: 1}},
			}),
		);
		expect(warnings).toEqual([]);
		expect(settings).toEqual({
			...defaultSettings,
			theme: 'light',
			proxy: {...defaultSettings.proxy, port: 4100},
			keys: {quit: ['q', 'ctrl+q']},
			mcpServers: {a: {b: 1}},
		});
	});

	it.each([
		[{them: 'x'}, 'them is not a setting. Did you mean "theme"? It is kept, and does nothing.'],
		[{proxy: {prot: 1}}, 'proxy.prot is not a setting. Did you mean "port"?'],
		[{__proto: 1}, '__proto is not a setting. It is kept'],
		[{theme: 4}, 'theme must be a text, not 4. It is ignored'],
		[{vim: 'yes'}, 'vim must be true or false, not "yes". It is ignored'],
		[{proxy: {port: 70_000}}, 'proxy.port must be a whole number from 0 to 65535, not 70000.'],
		[{proxy: []}, 'proxy must be an object, not a list.'],
		[{monitoring: {notify: 'some'}}, 'must be one of all, important, none, not "some".'],
		[{providers: [{name: 'a'}]}, 'providers.0 needs "kind". It is ignored'],
		[{keys: {quit: 4}}, 'keys.quit must be a text or a list, not 4.'],
	])('ignores what is wrong in %j and says what and where', (value, warning) => {
		const {settings, warnings} = readSettings(home(value));
		expect(warnings).toEqual([expect.stringContaining(warning)]);
		expect(settings).toEqual(defaultSettings);
	});

	it('keeps the good entries of a list', () => {
		const good = {name: 'b', kind: 'practice'};
		expect(readSettings(home({providers: [{name: 'a'}, good]})).settings.providers).toEqual([good]);
	});

	it('uses a literal key and warns, without the key in the words', () => {
		const provider = {name: 'a', kind: 'openai-chat', apiKey: 'sk-aaaaaaaaaaaaaaaaaaaaaaaa'};
		const {settings, warnings} = readSettings(home({providers: [provider]}));
		expect(settings.providers).toEqual([provider]);
		expect(warnings).toEqual([expect.stringContaining('The key of provider "a" stands in')]);
		expect(warnings.join()).not.toContain('sk-');
	});

	it('lets no "allow" rule apply while another rule can not be read', () => {
		const allow = {scope: 'shell', match: 'ls', then: 'allow'};
		const ask = {scope: 'shell', match: 'id', then: 'ask'};
		const broken = {scope: 'shell', match: 'rm', then: 'denny'};
		const rules = (...list: unknown[]) =>
			readSettings(home({permissions: {rules: list}})).settings.permissions.rules;
		expect(rules(allow, ask)).toEqual([allow, ask]);
		expect(rules(allow, ask, broken)).toEqual([ask]);
	});

	it.each(['{"theme": "li', '[]', '"x"', 'null', '{"a": sk-secret}'])(
		'of a file that holds %s gives the defaults and touches nothing',
		text => {
			const folder = home(text);
			const {settings, warnings, broken} = readSettings(folder);
			expect({settings, broken}).toEqual({settings: defaultSettings, broken: true});
			expect(warnings).toEqual([expect.stringContaining("can't be used (")]);
			expect(warnings.join()).not.toContain('secret');
			expect(readFileSync(settingsPath(folder), 'utf8')).toBe(text);
		},
	);

	it('takes an empty file for one without settings', () => {
		expect(readSettings(home(' \n'))).toMatchObject({warnings: [], broken: false});
	});
});

describe('a broken file', () => {
	it('is set aside whole, and a good one is left alone', () => {
		const folder = home('{');
		expect(setAsideBroken(folder, clock)).toContain('It was kept as');
		expect(readdirSync(folder)).toEqual(['config.json.broken-2026-11-18T09-05-07-000Z']);
		expect(setAsideBroken(folder, clock)).toBe(null);
		expect(setAsideBroken(home({theme: 'x'}), clock)).toBe(null);
	});
});

describe('setting a key', () => {
	const set = (folder: string, key: string, text: string) => setSetting({folder, key, text, clock});

	it('makes folder and file for the user alone', async () => {
		const folder = join(temporaryFolder(), 'new');
		expect(await set(folder, 'proxy.port', '4100')).toMatchObject({ok: true});
		expect(config(folder)).toEqual({proxy: {port: 4100}});
		expect(statSync(folder).mode & 0o777).toBe(0o700);
		expect(statSync(settingsPath(folder)).mode & 0o777).toBe(0o600);
		expect(readdirSync(folder)).toEqual(['config.json']);
	});

	it.each([
		['theme', 'light', {theme: 'light'}],
		['theme', '"light"', {theme: 'light'}],
		['theme', '4', {theme: '4'}],
		['vim', 'true', {vim: true}],
		['keys.quit', '["q","ctrl+q"]', {keys: {quit: ['q', 'ctrl+q']}}],
		['providers.0', '{"name":"a","kind":"practice"}', {providers: [{name: 'a', kind: 'practice'}]}],
		['mcpServers.files.args.0', '--x', {mcpServers: {files: {args: ['--x']}}}],
	])('%s to %s', async (key, text, expected) => {
		const folder = home();
		expect(await set(folder, key, text)).toMatchObject({ok: true});
		expect(config(folder)).toEqual(expected);
	});

	it.each([
		['prxy.port', '1', '"prxy" is not a setting. Did you mean "proxy"?'],
		['proxy.prot', '1', '"proxy.prot" is not a setting. Did you mean "port"?'],
		['proxy.port.x', '1', '"proxy.port.x" is not a setting.'],
		['proxy.port', 'abc', 'proxy.port must be a whole number from 0 to 65535, not "abc".'],
		['providers.first', '{}', '"providers.first" is not a setting.'],
		['providers.3', '{"name":"a","kind":"practice"}', 'there is no place "3" in it'],
		['providers.0.name', 'x', 'kind'],
		['', 'x', '"" is not a setting.'],
		['__proto__', '{}', '"__proto__" is not a setting.'],
	])('refuses %s = %s and changes nothing', async (key, text, message) => {
		const folder = home();
		expect(await set(folder, key, text)).toMatchObject({
			ok: false,
			failure: {kind: 'bad-input', message: expect.stringContaining(message)},
		});
		expect(readSettings(folder).settings).toEqual(defaultSettings);
	});

	it('keeps everything else, also what is unknown or wrong', async () => {
		const before = {future: {a: [1]}, vim: 'yes', proxy: {port: 1, firstByteMs: 'x'}};
		const folder = home(before);
		expect(await set(folder, 'theme', 'light')).toMatchObject({ok: true});
		expect(await set(folder, 'proxy.port', '2')).toMatchObject({ok: true});
		expect(config(folder)).toEqual({
			...before,
			proxy: {port: 2, firstByteMs: 'x'},
			theme: 'light',
		});
	});

	it('mends what was wrong, and takes a key out with null', async () => {
		const folder = home({vim: 'yes', theme: 'light', proxy: {port: 1}});
		await set(folder, 'vim', 'true');
		await set(folder, 'theme', 'null');
		await set(folder, 'proxy.port', 'null');
		expect(config(folder)).toEqual({vim: true, proxy: {}});
	});

	it('sets a broken file aside first', async () => {
		const folder = home('{');
		const changed = await set(folder, 'theme', 'light');
		expect(changed).toMatchObject({
			value: {warnings: [expect.stringContaining('was not valid JSON. It was kept as')]},
		});
		expect(config(folder)).toEqual({theme: 'light'});
		expect(readdirSync(folder)).toHaveLength(2);
	});

	it('says when the folder can not be written', async () => {
		const file = join(home(), 'file');
		writeFileSync(file, '');
		expect(await set(join(file, 'home'), 'theme', 'x')).toMatchObject({
			failure: {kind: 'storage', message: expect.stringContaining("can't be written (ENOTDIR)")},
		});
		const folder = home();
		mkdirSync(settingsPath(folder));
		expect(await set(folder, 'theme', 'x')).toMatchObject({
			failure: {kind: 'storage', message: expect.stringContaining("can't be read (EISDIR)")},
		});
		expect(readdirSync(folder)).toEqual(['config.json']);
	});
});
