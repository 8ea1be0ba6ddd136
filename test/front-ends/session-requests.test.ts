import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {HostId, QuestionId} from '../../source/events/ids.ts';
import {openLinear} from '../../source/front-ends/linear/linear.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {foldersOf} from '../../source/platform/folders.ts';
import {openTestEngine, overJson} from '../helpers/test-engine.ts';

/** A front end that says lines, on an engine that is reached as over a connection. */
async function open({hidden = null as string | null} = {}) {
	const made = openTestEngine();
	const said: string[] = [];
	const linear = await openLinear(
		{
			engine: overJson(made.engine),
			remote: null,
			readOnly: null,
			session: made.session,
			folders: foldersOf({AGENT_TUI_HOME: made.home}, 'linux'),
		},
		{
			clock: systemClock(),
			readHidden: async () => hidden,
			say(text, whenSaid) {
				said.push(text);
				whenSaid?.();
			},
		},
	);
	onTestFinished(linear.close);
	const sees = (words: RegExp) => expect.poll(() => said.join('\n')).toMatch(words);
	return {...made, linear, said, sees};
}

describe('line by line', () => {
	it('lists sessions, and a number opens one', async () => {
		const {engine, linear, sees, session} = await open();
		engine.dispatch({type: 'send', text: 'what was said'});
		await engine.query({type: 'idle'});
		linear.line('/sessions');
		await sees(/Sessions:\n1\. what was said .*this one\nWrite a number/);
		linear.line('2');
		await sees(/The list has no 2: write a number from 1 to 1\./);
		linear.line('1');
		await sees(/That session is open already/);
		linear.line('/fork');
		expect(await linear.left).toMatchObject({type: 'open', prompt: ''});
		expect((await linear.left) as object).not.toMatchObject({session});
	});

	it('tells what the doctor sees, what has changed and what is recorded', async () => {
		const {linear, sees} = await open();
		linear.line('/doctor');
		await sees(/ok {4}test: It runs\./);
		linear.line('/diff');
		await sees(/no git repository/);
		linear.line('/debug');
		await sees(/Off\. \/debug on records/);
	});

	it('writes an export, changes settings and themes, and shows the watchdog', async () => {
		const {engine, home, linear, sees, said} = await open();
		linear.line('/export talk.md');
		await sees(/Written to .*talk\.md/);
		expect(existsSync(join(home, 'talk.md'))).toBe(true);
		linear.line('/theme');
		await sees(/Theme:\n1\. default/);
		linear.line(
			String(said.findIndex(line => /^\d+\. light\b/.test(line)) - said.indexOf('Theme:')),
		);
		await expect
			.poll(
				() =>
					existsSync(join(home, 'config.json')) && readFileSync(join(home, 'config.json'), 'utf8'),
			)
			.toMatch(/"theme": "light"/);
		linear.line('/monitor');
		await sees(/The proxy is off\.[\s\S]*Watchdog:\n1\. watchdog: on {2}turn off/);
		linear.line('1');
		await sees(/monitoring\.enabled is false from now on\.[\s\S]*watchdog: off {2}turn on/);
		expect((await engine.query({type: 'settings'}))['monitoring.enabled']).toBe(false);
	});

	it('runs your own command, and tells the last lines of its terminal', async () => {
		const {engine, linear, sees} = await open();
		linear.line('!printf "one\\ntwo\\n"; exec cat');
		await sees(/runs in terminal 1/);
		await expect
			.poll(() =>
				engine.live
					.terminal('1' as never)
					?.snapshot()
					.rows.join(' '),
			)
			.toContain('two');
		linear.line('/terminals');
		await sees(/Terminals:\n1\. printf/);
		linear.line('1');
		await sees(/\none\ntwo/);
	});

	it('says nothing of a screen that it does not have', async () => {
		const {linear, sees, said} = await open();
		for (const line of ['/zoom', '/mouse', '/search words', '/copy', '/help']) {
			linear.line(line);
		}
		await sees(/\/zoom: Give the focused pane/);
		expect(said.join('\n')).not.toMatch(/needs the full screen/);
	});

	it('takes a secret that is not shown, and no line that is goes to the agent meanwhile', async () => {
		const {engine, linear, sees, said} = await open({hidden: 'hunter2'});
		const id = 'q1' as QuestionId;
		engine.parts.store.append({
			type: 'hop.asked',
			question: {
				id,
				type: 'secret',
				host: 'web' as HostId,
				purpose: 'password',
				title: 'Password of you@web',
				instruction: '',
				prompt: 'Password:',
				isEchoed: false,
				attempt: 1,
				attemptsMax: 3,
			},
		});
		const heard: unknown[] = [];
		engine.events.subscribe(event => heard.push(event));
		await sees(/Question: Password of you@web\.\nPassword:\nAnswer secret/);
		linear.line('hunter2');
		await sees(/That line went nowhere/);
		linear.line('secret');
		await sees(/is not shown[\s\S]*Sent\./);
		expect(engine.parts.store.state().chat.items).toEqual([]);
		expect(JSON.stringify([heard, said])).not.toContain('hunter2');
	});

	it('ends with the engine', async () => {
		const {engine, linear} = await open();
		await engine.stop('quit');
		expect(await linear.left).toMatchObject({type: 'quit', exitCode: 0});
	});
});
