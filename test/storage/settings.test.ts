import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Json} from '../../source/events/json.ts';
import {
	cautiousSettings,
	defaultSettings,
	readSettingsFrom,
	settingKeys,
	settingRow,
} from '../../source/events/settings.ts';
import {setSetting} from '../../source/storage/set-setting.ts';
import {readSettings, settingsPath} from '../../source/storage/settings.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

function home(config?: unknown): string {
	const folder = temporaryFolder();
	if (config !== undefined) {
		const text = typeof config === 'string' ? config : JSON.stringify(config);
		writeFileSync(settingsPath(folder), text);
	}
	return folder;
}

const config = (folder: string): unknown => JSON.parse(readFileSync(settingsPath(folder), 'utf8'));

describe('the table', () => {
	it('accepts its own defaults', () => {
		const defaults = defaultSettings as unknown as Json;
		expect(readSettingsFrom(defaults)).toEqual({settings: defaultSettings, findings: []});
	});

	it('has short words for each setting, and no key in two parts that is also a whole one', () => {
		for (const key of settingKeys) {
			expect(settingRow(key).words, key).toMatch(/^.{5,90}$/);
			expect(settingKeys).not.toContain(key.split('.').slice(0, -1).join('.'));
		}
	});

	it('has no setting that no code reads, but for those that say so', () => {
		const source = join(import.meta.dirname, '../../source');
		const texts = readdirSync(source, {recursive: true, encoding: 'utf8'})
			.filter(name => /\.tsx?$/.test(name) && !name.startsWith('events/settings'))
			.map(name => readFileSync(join(source, name), 'utf8'))
			.join('\n');
		const isRead = (key: string) =>
			texts.includes(`'${key}'`) || new RegExp(`[.{ ]${key.split('.').at(-1)}\\b`).test(texts);
		const dead = settingKeys.filter(key => !isRead(key));
		expect(dead.filter(key => settingRow(key).words !== 'Not used yet')).toEqual([]);
		expect(isRead('proxy.noSuchSetting')).toBe(false);
	});

	it('turns off what permits something while the file is broken, and nothing else', () => {
		const risky = readSettingsFrom({
			proxy: {autoContinue: true, consent: [{from: 'a', to: 'b'}], port: 4100},
			repair: {inferFromIntent: true},
			permissions: {rules: [{scope: 'shell', match: 'ls', then: 'allow'}]},
			hops: {allowAgentForwarding: true},
			monitoring: {autoRestartProxy: true, autoSwitchProvider: true},
		}).settings;
		expect(cautiousSettings(risky)).toEqual({
			...defaultSettings,
			proxy: {...defaultSettings.proxy, port: 4100},
			monitoring: {...defaultSettings.monitoring, autoRestartProxy: false},
		});
	});
});

describe('reading settings', () => {
	it('gives the defaults where there is no file, and makes none', () => {
		const folder = home();
		expect(readSettings(folder)).toEqual({settings: defaultSettings, warnings: [], problem: null});
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

	it('leaves out a provider whose address is wrong: its key must not go to another server', () => {
		const wrong = {name: 'a', kind: 'openai-chat', baseUrl: 5, apiKeyEnv: 'OWN_KEY'};
		const {settings, warnings} = readSettings(home({providers: [wrong]}));
		expect(settings.providers).toEqual([]);
		expect(warnings).toEqual([
			expect.stringContaining(
				'providers.0.baseUrl must be a text, not 5. All of providers.0 is ignored',
			),
		]);
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

	it.each([
		[
			'a bad "then"',
			{scope: 'shell', match: 'rm', then: 'denny'},
			'line 7, column 38',
			'must be one of allow, ask, deny, not "denny"',
		],
		[
			'an unknown key',
			{scope: 'shell', match: 'rm', then: 'deny', hots: 'x'},
			'line 7, column 52',
			'hots is not a setting. Did you mean "host"?',
		],
		[
			'a wrong type',
			{scope: 'shell', match: 4, then: 'deny'},
			'line 7, column 26',
			'must be a text, not 4',
		],
		['a missing key', {scope: 'shell', then: 'deny'}, 'line 7, column 1', 'needs "match"'],
		[
			'a scope that there is not',
			{scope: 'shel', match: 'rm', then: 'deny'},
			'line 7, column 10',
			'not "shel"',
		],
		['no rule at all', 'rm', 'line 7, column 1', 'must be an object, not "rm"'],
	])(
		'allows nothing by rule while another rule has %s, and names the place',
		(_, broken, place, words) => {
			const allow = {scope: 'shell', match: 'ls', then: 'allow'};
			const ask = {scope: 'shell', match: 'id', then: 'ask'};
			const file = (last: string) =>
				`{\n"proxy": {"autoContinue": true},\n"permissions": {\n"rules": [\n${JSON.stringify(allow)},\n${JSON.stringify(ask)}${last}]}}`;
			const whole = readSettings(home(file('')));
			expect([whole.problem, whole.settings.permissions.rules]).toEqual([null, [allow, ask]]);
			const path = home(file(`,\n${JSON.stringify(broken)}`));
			const {settings, problem, warnings} = readSettings(path);
			expect(settings.permissions.rules.filter(({then}) => then === 'allow')).toEqual([]);
			expect(settings.permissions.rules[0]).toEqual(ask);
			expect(settings.proxy.autoContinue).toBe(false);
			expect(problem).toContain(`${settingsPath(path)}, ${place}: `);
			expect(problem).toContain(words);
			expect(problem).toContain('Mend it with: agent-tui config edit');
			expect(warnings).toEqual([problem]);
		},
	);

	it.each([
		{permissons: {rules: []}},
		{Permissions: {}},
		{rules: []},
		{deny: []},
		{permissions: {rule: []}},
		{permissions: {rules: {}}},
		{permissions: []},
	])('takes %j for rules that it can not read', value => {
		expect(readSettings(home(value)).problem).toContain('line 1, column ');
	});

	it.each([
		['{"theme": "li', 'line 1, column 11: a text whose closing quote is missing'],
		['[]', 'line 1, column 1: it must be an object, in braces'],
		['null', 'line 1, column 1: it must be an object, in braces'],
		['{"a": sk-secret}', 'line 1, column 7: no value that JSON has'],
		['{\n\t"vim": true,\n}', 'line 2, column 13: a comma with nothing behind it'],
		['{\n\t// mine\n}', 'line 2, column 2: a comment, which JSON has not'],
		['{"vim": true /* mine */}', 'line 1, column 14: a comment, which JSON has not'],
		['{"vim": true, "vim": false}', 'line 1, column 15: a name that stands there twice'],
		['{"vim": true', 'line 1, column 1: the file ends and this is not closed with }'],
		["{'vim': true}", 'line 1, column 2: a name in double quotes is missing'],
		['{"vim" true}', 'line 1, column 8: a colon behind the name is missing'],
		['{} {}', 'line 1, column 4: something stands behind the end'],
	])('of a file that holds %j says what is wrong and where, and touches nothing', (text, words) => {
		const folder = home(text);
		const {settings, warnings, problem} = readSettings(folder);
		expect(settings.permissions.rules).toEqual([]);
		expect(problem).toContain(`${settingsPath(folder)}, ${words}`);
		expect(warnings).toEqual([problem]);
		expect(problem).not.toContain('secret');
		expect(readFileSync(settingsPath(folder), 'utf8')).toBe(text);
	});

	it('says that a file may not be read, and allows nothing by itself', () => {
		const folder = home();
		mkdirSync(settingsPath(folder));
		const {problem, settings} = readSettings(folder);
		expect(problem).toContain("can't be read (EISDIR)");
		expect(settings.monitoring.autoRestartProxy).toBe(false);
	});

	it('takes an empty file for one without settings', () => {
		expect(readSettings(home(' \n'))).toMatchObject({warnings: [], problem: null});
		expect(readSettings(home('\uFEFF'))).toMatchObject({warnings: [], problem: null});
	});

	it('reads past a byte order mark, and keeps it when a key is set', async () => {
		const folder = home('\uFEFF{"theme": "light"}');
		expect(readSettings(folder)).toMatchObject({problem: null, settings: {theme: 'light'}});
		expect(await setSetting({folder, key: 'vim', text: 'true'})).toMatchObject({ok: true});
		const text = readFileSync(settingsPath(folder), 'utf8');
		expect(text.startsWith('\uFEFF{')).toBe(true);
		expect(readSettings(folder)).toMatchObject({
			problem: null,
			settings: {theme: 'light', vim: true},
		});
	});
});

describe('setting a key', () => {
	const set = (folder: string, key: string, text: string) => setSetting({folder, key, text});

	it.each([
		['on', true],
		['Off', false],
		['yes', true],
		['no', false],
		['true', true],
	])('takes %s for what is on or off, as the screen shows it', async (text, value) => {
		const folder = temporaryFolder();
		expect(await set(folder, 'monitoring.tier3', text)).toMatchObject({ok: true, value: {value}});
		expect(await set(folder, 'monitoring.provider', text)).toMatchObject({
			ok: true,
			value: {value: text},
		});
	});

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

	it('writes nothing over a file that can not be read, and says where it has to be mended', async () => {
		const folder = home('{');
		expect(await set(folder, 'theme', 'light')).toMatchObject({
			ok: false,
			failure: {
				kind: 'bad-input',
				message: expect.stringContaining('Nothing was changed.'),
			},
		});
		expect(readFileSync(settingsPath(folder), 'utf8')).toBe('{');
		expect(readdirSync(folder)).toEqual(['config.json']);
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
