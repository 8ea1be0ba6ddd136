import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {createWaitingNotifier} from '../../source/engine/notify-waiting.ts';
import type {WaitingCall} from '../../source/engine/registry/engine-record.ts';
import {engineRecord} from '../helpers/engine-records.ts';
import {skippingClock} from '../helpers/skipping-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const card = (call: string, since = 1000): WaitingCall => ({
	call,
	tool: 'unified_exec',
	scope: 'shell',
	host: 'web1',
	since,
});

/** Notices, as a program received them that the user's settings name. */
function notified(command?: readonly string[], when: 'away' | 'always' = 'away') {
	const file = join(temporaryFolder(), 'told');
	const clock = skippingClock();
	const problems: string[] = [];
	const notifier = createWaitingNotifier({
		settings: () => ({
			command: command ?? ['sh', '-c', 'echo "$OPENAI_API_KEY" >&2; cat >> "$0"', file],
			when,
		}),
		clock,
		env: {...process.env, OPENAI_API_KEY: 'not for others'},
		onProblem: text => problems.push(text),
	});
	onTestFinished(notifier.close);
	const told = () =>
		(existsSync(file) ? readFileSync(file, 'utf8') : '')
			.split('\n')
			.filter(line => line !== '')
			.map(line => JSON.parse(line));
	return {
		clock,
		problems,
		told,
		waits: (waiting: readonly WaitingCall[], screens = 0) =>
			notifier.look(engineRecord({name: 'deploy', waiting, screens, state: 'waiting'})),
	};
}

it('a card that nobody sees is told to the command, once, without what it would run', async () => {
	const {waits, told, clock} = notified();
	waits([]);
	waits([card('c1')]);
	await expect.poll(told).toHaveLength(1);
	const {session} = engineRecord();
	expect(told()).toEqual([
		{
			session,
			name: 'deploy',
			host: 'web1',
			tool: 'unified_exec',
			scope: 'shell',
			since: 1000,
			count: 1,
		},
	]);
	waits([card('c1')]);
	clock.skip(120_000);
	waits([card('c1'), card('c2')]);
	await expect.poll(told).toHaveLength(2);
});

it('what comes within a minute is told in one call, with a count; what was answered is not', async () => {
	const {waits, told, clock} = notified();
	waits([card('c1')]);
	await expect.poll(told).toHaveLength(1);
	waits([card('c1'), card('c2', 3000)]);
	waits([card('c1'), card('c2', 3000), card('c3', 2000), card('c4', 4000)]);
	waits([card('c1'), card('c2', 3000), card('c3', 2000)]);
	clock.skip(59_000);
	expect(told()).toHaveLength(1);
	clock.skip(1000);
	await expect.poll(told).toHaveLength(2);
	expect(told()[1]).toMatchObject({since: 2000, count: 2});
	waits([card('c5')]);
	waits([]);
	clock.skip(60_000);
	waits([card('c6')]);
	await expect.poll(told).toHaveLength(3);
	expect(told()[2]).toMatchObject({count: 1});
});

it('a card that a screen showed is not told, also after that screen is gone', async () => {
	const {waits, told} = notified();
	waits([card('c1')], 1);
	waits([card('c1')], 0);
	waits([card('c1'), card('c2')], 0);
	await expect.poll(told).toHaveLength(1);
	expect(told()[0]).toMatchObject({count: 1});
});

it('without a command nothing happens; one that fails is told of once', async () => {
	const silent = notified([]);
	silent.waits([card('c1')]);
	const broken = notified(['no-such-program-here']);
	broken.waits([card('c1')]);
	await expect.poll(() => broken.problems).toHaveLength(1);
	expect(broken.problems[0]).toContain('there is no program "no-such-program-here"');
	broken.clock.skip(60_000);
	broken.waits([card('c2')]);
	const failing = notified(['sh', '-c', 'exit 3']);
	failing.waits([card('c1')]);
	await expect.poll(() => failing.problems).toHaveLength(1);
	expect(failing.problems[0]).toContain('ended with 3');
	expect([silent.problems, broken.problems.length]).toEqual([[], 1]);
});

it('the command gets none of the keys of this program', async () => {
	const file = join(temporaryFolder(), 'env');
	const {waits} = notified(['sh', '-c', 'env > "$0.new"; mv "$0.new" "$0"', file]);
	waits([card('c1')]);
	await expect.poll(() => existsSync(file)).toBe(true);
	const env = readFileSync(file, 'utf8');
	expect(env).toContain('HOME=');
	expect(env).not.toMatch(/OPENAI_API_KEY|AGENT_TUI_SESSION/);
});

it('with notify.when at always, a card that a screen shows is told too', async () => {
	const {waits, told} = notified(undefined, 'always');
	waits([card('c1')], 1);
	await expect.poll(told).toHaveLength(1);
});
