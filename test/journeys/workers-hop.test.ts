import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, expect, it, onTestFinished} from 'vitest';
import {describeWithRedis, openRedisLab} from '../helpers/redis-lab.ts';
import {answerWith, openHopPlace, resultOf, wishFor} from '../helpers/remote-workspace.ts';
import {openRobot} from '../helpers/robot.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';
import {jobsOf} from '../workers/harness.ts';

const status = {name: 'worker_status', input: {}};
const restart = {name: 'worker_restart', input: {worker: 'mail'}};

describeWithSshd('a worker on another machine', () => {
	describeWithRedis('with its queue there', () => {
		const lab = openSshLab();
		afterAll(() => lab.close());

		async function openThere({
			alias,
			words = [],
			settings = {},
			serverConfig = [],
		}: {
			alias: string;
			words?: readonly string[];
			settings?: object;
			serverConfig?: readonly string[];
		}) {
			const server = await lab.startServer({
				alias,
				relay: {},
				serverConfig: ['LogLevel DEBUG1', ...serverConfig],
			});
			const redis = await openRedisLab();
			const {settings: worker} = await redis.startArq({words});
			const pidIn = () => Number(readFileSync(worker.pidfile, 'utf8'));
			onTestFinished(() => {
				try {
					process.kill(pidIn(), 'SIGKILL');
				} catch {
					// It has ended already.
				}
			});
			redis.python('enqueue', redis.url, 'arq:queue', '2', '--function', 'stuck');
			await expect.poll(async () => (await jobsOf(worker))['counts'].running).toBe(2);
			const workers = [{...worker, host: alias, cwd: '~/', logfile: '~/worker.log'}];
			const place = await openHopPlace(lab, {workers, ...settings});
			const agent = openRobot({place: place.place});
			await agent.see('help');
			return {server, agent, pidIn, ...place};
		}

		it.each(['built-in', 'ssh'])(
			'is looked at and restarted there, through the connection: %s',
			async transport => {
				const {server, agent, upstream, pidIn} = await openThere({
					alias: `web-${transport}`,
					settings: {hops: {transport}},
				});
				const old = pidIn();
				agent.say('how is the queue?');
				const first = await upstream.next();
				wishFor(first, [status]);
				const before = await upstream.next();
				expect(resultOf(before, 'c0').workers[0]).toMatchObject({
					state: 'unknown',
					host: server.alias,
					reason: expect.stringMatching(/is not connected/),
				});
				wishFor(before, [restart], 1);
				const refused = await upstream.next();
				expect(resultOf(refused, 'c1').error.message).toMatch(/is not connected/);
				answerWith(refused, 'It is not connected.');
				await agent.see('It is not connected.');
				agent.say(`/hop ${server.alias}`);
				await agent.see(`@${server.alias} ready`);
				agent.say('/hop local');
				await agent.seeNot(`@${server.alias} ready`);
				agent.say('and now?');
				wishFor(await upstream.next(), [status], 2);
				const looked = await upstream.next();
				expect(resultOf(looked, 'c2').workers[0]).toMatchObject({
					state: 'running',
					process: {pid: old},
					queue: {counts: {running: 2}},
				});
				// The server's own log: it was asked to connect to Redis, in the same connection.
				expect(server.log()).toMatch(/direct-tcpip/);
				wishFor(looked, [restart], 3);
				const card = await agent.see('stuck (stuck-0001)');
				expect(card).toContain(`Do this with a worker on ${server.alias} (`);
				await agent.answer('y');
				const done = await upstream.next();
				const result = resultOf(done, 'c3');
				expect(result).toMatchObject({success: true, host: server.alias, process: {was: old}});
				expect(pidIn()).toBe(result.process.pid);
				// It was started there: in the home of that server's sessions.
				const variables = readFileSync(`/proc/${pidIn()}/environ`, 'utf8').split('\0');
				expect(variables).toContain(`HOME=${server.home}`);
				expect(readFileSync(join(server.home, 'worker.log'), 'utf8')).toBe('');
				answerWith(done, 'It runs again.');
				await agent.see('It runs again.');
			},
		);

		it.each(['cut', 'silent'])(
			'whose link is %s in the middle of a restart is told with what had been done, and nothing is repeated',
			async way => {
				const {server, agent, upstream, pidIn} = await openThere({
					alias: `link-${way}`,
					words: ['--ignore-term'],
				});
				const old = pidIn();
				agent.say(`/hop link-${way}`);
				await agent.see(`@link-${way} ready`);
				agent.say('restart it');
				wishFor(await upstream.next(), [restart]);
				await agent.see('stuck (stuck-0001)');
				await agent.answer('y');
				await agent.see(`TERM sent to process ${old}`);
				if (way === 'cut') {
					server.relay?.cut();
				} else {
					server.relay?.hold();
					agent.clock.skip(20_000);
				}
				const told = await upstream.next();
				const result = resultOf(told, 'c0');
				expect(result).toMatchObject({success: false, reason: 'lost', host: `link-${way}`});
				expect(result.error.message).toMatch(/TERM sent to process/);
				expect(result.error.message).toMatch(
					/went in the middle of the restart, and nothing is repeated/,
				);
				expect(pidIn()).toBe(old);
				answerWith(told, 'The link is gone.');
				await agent.see('The link is gone.');
			},
		);

		it('whose server forwards nothing says so, and its process is told all the same', async () => {
			const {agent, upstream} = await openThere({
				alias: 'closed',
				serverConfig: ['AllowTcpForwarding no'],
			});
			agent.say('/hop closed');
			await agent.see('@closed ready');
			agent.say('how is it?');
			wishFor(await upstream.next(), [status]);
			const looked = await upstream.next();
			const [worker] = resultOf(looked, 'c0').workers;
			expect(worker.state).toBe('running');
			expect(worker.queue.problem).toMatch(/can’t be reached: closed did not connect to it/);
			answerWith(looked, 'No forwarding.');
			await agent.see('No forwarding.');
		});
	});
});
