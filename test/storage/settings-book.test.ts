import {mkdirSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {settingsPath} from '../../source/storage/settings.ts';
import {openSettingsBook} from '../../source/storage/settings-book.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const allow = {scope: 'shell', match: 'ls', then: 'allow'};
const deny = {scope: 'shell', match: 'git push', then: 'deny'};

function book(...rules: readonly unknown[]) {
	const folder = temporaryFolder();
	const path = settingsPath(folder);
	const clock = fakeClock(Date.UTC(2026, 10, 18));
	const write = (text: string) => {
		writeFileSync(path, text);
		utimesSync(path, clock.now() / 1000, clock.now() / 1000);
	};
	const save = (...saved: readonly unknown[]) =>
		write(JSON.stringify({permissions: {rules: saved}}));
	save(...rules);
	const settings = openSettingsBook({folder, clock});
	const now = () => settings.now().permissions;
	return {path, clock, write, save, now, settings: () => settings.now().settings};
}

it('gives the rules that the file holds at each moment', () => {
	const {now, save} = book(allow, deny);
	expect(now()).toEqual({rules: [allow, deny], problem: null});
	save(deny);
	expect(now()).toEqual({rules: [deny], problem: null});
	save(allow);
	expect(now()).toEqual({rules: [allow], problem: null});
});

it.each([
	['is no JSON', '{"permissions": {"rules": [],}}'],
	['has a rule that can not be read', '{"permissions": {"rules": [{"scope": "shell"}]}}'],
])('keeps what denied and drops what allowed when the file %s', (_, text) => {
	const {now, write, save} = book(allow, deny);
	now();
	write(text);
	expect(now()).toEqual({rules: [deny], problem: expect.stringContaining('line 1, column ')});
	save(allow);
	expect(now()).toEqual({rules: [allow], problem: null});
});

it('allows nothing by a rule that stands beside one that can not be read', () => {
	const {now, save} = book(deny);
	now();
	save(allow, {scope: 'shell', match: 'id', then: 'ask'}, {then: 'deny'});
	expect(now().rules.map(({then}) => then)).toEqual(['deny', 'ask']);
});

it('takes an empty file for one that is being written, until it stays so', () => {
	const {now, write, clock} = book(allow, deny);
	now();
	write('');
	expect(now()).toEqual({rules: [deny], problem: expect.stringContaining('is empty')});
	clock.advance(10_000);
	expect(now()).toEqual({rules: [], problem: null});
});

it('keeps what denied when the file is gone, or may not be read', () => {
	const {now, path, save} = book(allow, deny);
	now();
	rmSync(path);
	expect(now()).toEqual({rules: [deny], problem: null});
	mkdirSync(path);
	expect(now()).toEqual({rules: [deny], problem: expect.stringContaining('(EISDIR)')});
	rmSync(path, {recursive: true});
	save();
	expect(now()).toEqual({rules: [], problem: null});
});

it('keeps the settings that were whole, without what permits something, while the file is broken', () => {
	const {settings, write, path} = book();
	const file = {monitoring: {autoSwitchProvider: true, notify: 'all'}, bell: true};
	write(JSON.stringify(file));
	expect(settings()).toMatchObject(file);
	for (const broken of ['{', '{"bell": false, "permissions": {"rules": 1}}', '']) {
		write(broken);
		expect(settings()).toMatchObject({
			monitoring: {autoSwitchProvider: false, notify: 'all'},
			bell: true,
		});
	}
	write(JSON.stringify({bell: false}));
	expect(settings()).toMatchObject({monitoring: {notify: 'important'}, bell: false});
	rmSync(path);
	expect(settings()).toMatchObject({bell: false});
});
