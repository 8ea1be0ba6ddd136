import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {settingKeys, settingRow} from '../../source/events/settings.ts';
import {openTestEngine} from '../helpers/test-engine.ts';

function open() {
	const {engine, home} = openTestEngine();
	const write = (text: string) => writeFileSync(join(home, 'config.json'), text);
	return {
		engine,
		now: engine.live.settings.snapshot,
		write,
		async turn(settings: unknown) {
			write(typeof settings === 'string' ? settings : JSON.stringify(settings));
			engine.dispatch({type: 'send', text: 'hello'});
			await engine.query({type: 'idle'});
		},
	};
}

it('a live setting that is changed in the file counts from the next turn on, and no other does', async () => {
	const {engine, now, turn} = open();
	let changes = 0;
	engine.live.settings.subscribe(() => {
		changes += 1;
	});
	await turn({bell: true, monitoring: {notify: 'all', tier1: false}, proxy: {port: 4100}});
	expect(now()).toMatchObject({
		bell: true,
		'monitoring.notify': 'all',
		'monitoring.tier1': false,
		'proxy.port': 0,
	});
	expect(engine.parts.settings.now().monitoring).toMatchObject({notify: 'all', tier1: false});
	expect(changes).toBe(1);
	await turn({bell: true, monitoring: {notify: 'all', tier1: false}, proxy: {port: 4200}});
	expect(changes).toBe(1);
});

it('a broken file widens nothing: what counted before counts, and what permits something is off', async () => {
	const {now, turn} = open();
	await turn({bell: true, monitoring: {notify: 'all', autoSwitchProvider: true}});
	expect(now()).toMatchObject({'monitoring.autoSwitchProvider': true});
	await turn('{"bell": false, "monitoring": {"tier3": true');
	expect(now()).toMatchObject({
		bell: true,
		'monitoring.notify': 'all',
		'monitoring.tier3': false,
		'monitoring.autoSwitchProvider': false,
		'monitoring.autoRestartProxy': false,
	});
	await turn({bell: false});
	expect(now()).toMatchObject({bell: false, 'monitoring.autoRestartProxy': true});
});

it('front ends see every setting but those that may hold a secret', async () => {
	const {now, turn} = open();
	const provider = {name: 'a', kind: 'openai-chat', apiKey: 'sk-very-secret'};
	await turn({providers: [provider], mcpServers: {a: {env: {KEY: 'secret'}}}});
	expect(JSON.stringify(now())).not.toContain('secret');
	const hidden = settingKeys.filter(key => !Object.hasOwn(now(), key));
	expect(hidden).toEqual(['providers', 'notify.command', 'workers', 'mcpServers']);
	expect(settingKeys.filter(key => settingRow(key).isPrivate)).toEqual(hidden);
});

it('a setting that a front end changes counts at once, live or not', async () => {
	const {engine, now} = open();
	await engine.query({type: 'change-setting', key: 'theme', value: 'light'});
	const changed = await engine.query({type: 'change-setting', key: 'vim', value: 'true'});
	expect(changed).toMatchObject({ok: true, value: {theme: 'light', vim: true}});
	expect(now()).toMatchObject({theme: 'light', vim: true});
});
