import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {defaultSettings} from '../../../source/events/settings.ts';
import {foldersOf} from '../../../source/platform/folders.ts';
import {
	homeOf,
	readSettingsFile,
	removeRunFile,
	writeRunFile,
} from '../../../source/proxy/process/home.ts';
import {version} from '../../../source/proxy/version.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';

test.each([
	['linux', {HOME: '/home/ada'}],
	['linux', {HOME: '/home/ada', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s'}],
	['linux', {HOME: '/home/ada', XDG_CONFIG_HOME: 'relative'}],
	['linux', {HOME: '/home/ada', AGENT_TUI_HOME: '/own'}],
	['darwin', {HOME: '/Users/ada'}],
] as const)('on %s with %j the files are where the program itself has them', (platform, env) => {
	const {config, state, cache} = foldersOf(env, platform);
	expect(homeOf(env, platform)).toEqual({
		settingsFile: join(config, 'config.json'),
		runFile: join(state, 'run', 'proxy.json'),
		limitsFile: join(cache, 'provider-limits.json'),
		capsFile: join(cache, 'provider-caps.json'),
	});
});

test('the run file is for its user alone, and goes only with the proxy that wrote it', () => {
	const path = join(temporaryFolder(), 'run', 'proxy.json');
	const running = {pid: 7, port: 1, url: 'u', token: 't', nonce: 'n', startedAt: 2};
	expect(writeRunFile(path, running)).toBeNull();
	expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(running);
	expect(statSync(path).mode & 0o777).toBe(0o600);
	removeRunFile(path, 8);
	expect(statSync(path).isFile()).toBe(true);
	removeRunFile(path, 7);
	expect(() => statSync(path)).toThrow(/ENOENT/);
	removeRunFile(path, 7);
});

test('a settings file that can not be read whole is told with its place, not used, and left alone', () => {
	const path = join(temporaryFolder(), 'config.json');
	expect(readSettingsFile(path)).toEqual({settings: defaultSettings, warnings: []});
	writeFileSync(path, '{"model": ');
	const {settings, warnings} = readSettingsFile(path);
	expect(settings).toBe(null);
	expect(warnings).toEqual([
		`${path}, line 1, column 11: the file ends where a value is expected.`,
	]);
	expect(readFileSync(path, 'utf8')).toBe('{"model": ');
});

test('the version is that of the package', () => {
	const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
	expect(version).toBe(manifest.version);
});
