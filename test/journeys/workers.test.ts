import {readFileSync} from 'node:fs';
import {expect, it, onTestFinished} from 'vitest';
import type {WorkerSettings} from '../../source/events/settings.ts';
import {describeWithRedis, openRedisLab} from '../helpers/redis-lab.ts';
import {openRobot} from '../helpers/robot.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {jobsOf, statusOf} from '../workers/harness.ts';

const named = JSON.stringify({worker: 'mail'});

function call(asked: Asked, made: Parameters<Asked['call']>[0]): void {
	asked.call(made);
	asked.finish();
}

/** What the model is told, as one text. */
function textOf({body}: Asked): string {
	return JSON.stringify(body);
}

function pidIn({pidfile}: WorkerSettings): number {
	return Number(readFileSync(pidfile, 'utf8'));
}

async function openStuckQueue({more = []}: {more?: readonly WorkerSettings[]} = {}) {
	const lab = await openRedisLab();
	const {settings} = await lab.startArq();
	onTestFinished(() => {
		try {
			process.kill(pidIn(settings), 'SIGKILL');
		} catch {
			// It has ended already.
		}
	});
	lab.python('enqueue', lab.url, 'arq:queue', '5', '--function', 'stuck');
	await expect.poll(async () => (await jobsOf(settings))['counts'].running).toBe(2);
	return {lab, settings, ...(await openScriptedPlace({...{workers: [settings, ...more]}}))};
}

describeWithRedis('a stuck queue', () => {
	it('is looked at, and its worker restarted once for three presses of y, and what came of it is told', async () => {
		const {settings, upstream, place} = await openStuckQueue();
		const old = pidIn(settings);
		const agent = openRobot({place});
		agent.say('the queue is stuck');
		call(await upstream.next(), {id: 'c1', name: 'worker_status', arguments: '{}'});
		const status = await upstream.next();
		expect(textOf(status)).toContain('j_complete=0');
		call(status, {id: 'c2', name: 'worker_jobs', arguments: named});
		const jobs = await upstream.next();
		expect(textOf(jobs)).toContain('stuck-0001');
		expect(textOf(jobs)).not.toContain('hunter2');
		call(jobs, {id: 'c3', name: 'worker_restart', arguments: named});
		const card = await agent.see('stuck (stuck-0001)');
		expect(card).toContain('2 running jobs of its queue will be interrupted');
		expect(card).toContain(`process ${old}`);
		await agent.answer('y');
		agent.press('y');
		agent.press('y');
		const after = await upstream.next();
		const pid = pidIn(settings);
		expect(pid).not.toBe(old);
		expect(await statusOf(settings)).toMatchObject({state: 'running', process: {pid}});
		expect(textOf(after)).toMatch(/its health record is new/);
		expect(textOf(after)).toMatch(/waits and runs again|running again/);
		after.say('It runs again.');
		after.finish();
		await agent.see('It runs again.');
		await agent.idle();
		const events = journalOf(place);
		const restarts = events.filter(event => event.type === 'tool.started' && event.call === 'c3');
		expect(restarts).toHaveLength(1);
		const ended = events.find(event => event.type === 'tool.ended' && event.call === 'c3');
		expect(ended).toMatchObject({outcome: {status: 'ok'}, record: {decision: 'once'}});
	});

	it('has a restart card that outlives the program: answered after a resume, it restarts the worker', async () => {
		const {settings, upstream, place} = await openStuckQueue();
		const agent = openRobot({place});
		agent.say('the queue is stuck');
		call(await upstream.next(), {id: 'c1', name: 'worker_restart', arguments: named});
		await agent.see('stuck (stuck-0001)');
		const old = pidIn(settings);
		await agent.quit();
		expect(pidIn(settings)).toBe(old);
		const again = openRobot({place, parameters: ['resume']});
		await again.see('stuck (stuck-0001)');
		await again.answer('y');
		const after = await upstream.next();
		expect(textOf(after)).toMatch(/its health record is new/);
		expect(pidIn(settings)).not.toBe(old);
		after.say('Done.');
		after.finish();
		await again.see('Done.');
	});

	it('shows in the pane of workers, which is up to date and asks Redis only while it is shown', async () => {
		const {lab, settings, place} = await openStuckQueue({
			more: [
				{name: 'gone', kind: 'process', start: ['gone'], pidfile: '/no/such/pid'},
				{name: 'far', kind: 'process', start: ['far'], pidfile: '/no/such/pid', host: 'web'},
			],
		});
		const agent = openRobot({place});
		const record = await lab.record();
		agent.say('/workers');
		const shown = await agent.see('3 queued');
		expect(shown).toMatch(/mail +running .* CPU /);
		expect(shown).toContain('arq: 2 running, 3 queued, 0 deferred, 0 recent');
		expect(shown).toMatch(/gone +stopped +There is no pid file/);
		expect(shown).toMatch(/far +unknown +web is not connected/);
		process.kill(pidIn(settings), 'SIGKILL');
		agent.clock.skip(10_000);
		await agent.see(/mail +stale +The pid file is left over/);
		await agent.see('2 locked');
		agent.press('Escape');
		await agent.seeNot('2 locked');
		const looks = () => record.ours().filter(command => command.startsWith('HELLO')).length;
		const before = looks();
		expect(before).toBeGreaterThan(1);
		agent.clock.skip(60_000);
		await agent.idle();
		expect(looks()).toBe(before);
	});
});
