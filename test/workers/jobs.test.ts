import {expect, it} from 'vitest';
import {readingCommands} from '../../source/workers/redis/commands.ts';
import {describeWithBull, describeWithRedis, openRedisLab} from '../helpers/redis-lab.ts';
import {jobsOf, statusOf} from './harness.ts';

describeWithRedis('the jobs of an arq queue', () => {
	it('are counted and listed by state, without their arguments', async () => {
		const lab = await openRedisLab();
		const {settings} = await lab.startArq({words: ['--max-jobs', '4']});
		const add = (...words: readonly string[]) =>
			lab.python('enqueue', lab.url, 'arq:queue', ...words);
		add('2', '--function', 'stuck');
		await expect.poll(async () => (await jobsOf(settings))['counts'].running).toBe(2);
		add('1', '--function', 'fails');
		add('1', '--function', 'quick');
		await expect.poll(async () => (await jobsOf(settings))['counts'].recent).toBe(2);
		add('3', '--function', 'later', '--defer-ms', '60000');
		const report = await jobsOf(settings);
		expect(report).toMatchObject({
			worker_state: 'running',
			truncated: false,
			counts: {running: 2, queued: 0, deferred: 3, recent: 2},
		});
		expect(report['running'][0]).toMatchObject({id: 'stuck-0000', function: 'stuck', tries: 1});
		expect(report['running'][0].lock_s).toBeGreaterThan(290);
		expect(report['running'][0].orphaned).toBeUndefined();
		expect(report['recent'].find((job: {state: string}) => job.state === 'failed')).toMatchObject({
			function: 'fails',
			failure: 'builtins.ValueError',
		});
		expect(JSON.stringify(report)).not.toMatch(/hunter2|secret words/);
		const shown = await jobsOf(settings, {showsArguments: true});
		expect(shown['running'][0].arguments).toMatch(/\[0, "hunter2-argument"\].*datetime/);
	});

	it('of a thousand are counted, and the first fifty told one by one', async () => {
		const lab = await openRedisLab();
		const {settings} = await lab.startArq();
		lab.python('enqueue', lab.url, 'arq:queue', '1000', '--function', 'stuck');
		await expect.poll(async () => (await jobsOf(settings))['counts'].running).toBe(2);
		const report = await jobsOf(settings);
		expect(report['counts']).toMatchObject({queued: 998, deferred: 0, isPartial: false});
		expect(report['queued']).toHaveLength(50);
		expect(report['truncated']).toBe(true);
	});

	it('left locked by a killed worker are orphaned, with the seconds that are left', async () => {
		const lab = await openRedisLab();
		const {process, settings} = await lab.startArq();
		lab.python('enqueue', lab.url, 'arq:queue', '2', '--function', 'stuck');
		await expect.poll(async () => (await jobsOf(settings))['counts'].running).toBe(2);
		process.kill('SIGKILL');
		await expect.poll(async () => (await statusOf(settings))['state']).toBe('stale');
		const report = await jobsOf(settings);
		expect(report['running']).toHaveLength(2);
		expect(report['running'][0]).toMatchObject({orphaned: true});
		expect(report['running'][0].lock_s).toBeGreaterThan(250);
	});

	it('that are no plain pickles, or gone, are told as what they are', async () => {
		const lab = await openRedisLab();
		const {settings} = await lab.startArq();
		const later = String(Date.now() + 60_000);
		for (const id of ['evil', 'msgpack', 'gone', 'large']) {
			lab.ask('ZADD', 'arq:queue', later, id);
		}
		const evil = 'type("E",(),{"__reduce__":lambda s:(__import__("os").abort,())})()';
		lab.python('put', lab.url, 'arq:job:evil', `{"t":None,"f":${evil},"a":(),"k":{},"et":1}`);
		lab.ask('SET', 'arq:job:msgpack', 'xxxx');
		lab.ask('SETRANGE', 'arq:job:large', '300000', 'x');
		const report = await jobsOf(settings, {showsArguments: true});
		expect(report['deferred']).toHaveLength(3);
		expect(report['queued']).toMatchObject([{id: 'gone', state: 'expired'}]);
		for (const job of report['deferred']) {
			expect(job.function).toBe('can’t be shown');
		}
	});

	it('of any size are told: what would be too much at once is left unread', async () => {
		const lab = await openRedisLab();
		const {settings} = await lab.startArq();
		const later = String(Date.now() + 600_000);
		const big = '{"t":None,"f":"big","a":("x"*250000,),"k":{},"et":1}';
		lab.python('put', lab.url, 'big', big);
		const copy = `for at = 0, 49 do
			redis.call('SET', 'arq:job:big-' .. at, redis.call('GET', 'big'))
			redis.call('ZADD', 'arq:queue', ${later}, 'big-' .. at)
		end`;
		lab.ask('EVAL', copy, '0');
		const report = await jobsOf(settings, {showsArguments: true});
		expect(report['deferred']).toHaveLength(50);
		const read = report['deferred'].filter((job: {function: string}) => job.function === 'big');
		expect(read.length).toBeGreaterThan(20);
		expect(read.length).toBeLessThan(50);
		lab.ask('HSET', 'bull:mail:1', 'name', 'big', 'data', 'x'.repeat(40_000), 'timestamp', '1');
		lab.ask('LPUSH', 'bull:mail:wait', '1');
		const bull = {...settings, kind: 'bullmq', queue: 'mail'} as const;
		const [job] = (await jobsOf(bull, {showsArguments: true}))['queued'];
		expect(job).toMatchObject({function: 'big', arguments: 'can’t be shown: 40000 bytes'});
	});

	it('that have ended are counted as at least so many, where not all were looked at', async () => {
		const lab = await openRedisLab();
		const {settings} = await lab.startArq();
		const fill = "for at = 1, 501 do redis.call('SET', 'arq:result:' .. at, 'x') end";
		lab.ask('EVAL', fill, '0');
		expect((await jobsOf(settings))['counts']).toMatchObject({recent: 500, isPartial: true});
	});

	it('can’t be told where the key is of another type, and that is said', async () => {
		const lab = await openRedisLab();
		const {settings} = await lab.startArq();
		lab.ask('RPUSH', 'other', 'x');
		const report = await jobsOf({...settings, queue: 'other'});
		expect(report['problems'][0]).toMatch(/other: it holds another type of value/);
	});

	it('are read with commands that only read, by Redis’s own record', async () => {
		const lab = await openRedisLab();
		const {process, settings} = await lab.startArq();
		lab.python('enqueue', lab.url, 'arq:queue', '40', '--function', 'stuck');
		process.kill('SIGKILL');
		const before = lab.ask('DEBUG', 'DIGEST');
		const record = await lab.record();
		await statusOf(settings);
		await jobsOf(settings, {showsArguments: true});
		await jobsOf({...settings, kind: 'bullmq', queue: 'mail'});
		await expect.poll(() => record.commands().length).toBeGreaterThan(100);
		const sent = new Set(record.commands().map(command => /^(CLIENT )?\w+/.exec(command)?.[0]));
		const allowed: readonly string[] = readingCommands;
		expect([...sent].filter(name => !allowed.includes(name ?? ''))).toEqual([]);
		expect(sent).toContain('SCAN');
		expect(lab.ask('DEBUG', 'DIGEST')).toBe(before);
	});
});

describeWithBull('the jobs of a BullMQ queue', () => {
	it('are counted and listed by state, and its workers known by their connections', async () => {
		const lab = await openRedisLab();
		lab.bull('enqueue', 'mail', '5');
		lab.bull('enqueue', 'mail', '3', '600000');
		const {settings} = await lab.startBull('mail', 'postman');
		await expect
			.poll(async () => (await jobsOf(settings))['counts'])
			.toMatchObject({running: 2, queued: 3, deferred: 3});
		const record = await lab.record();
		const report = await jobsOf(settings);
		expect(report['running'][0]).toMatchObject({state: 'running', by: 'postman'});
		expect(report['running'][0].lock_s).toBeLessThanOrEqual(30);
		expect(report['queued'].map((job: {function: string}) => job.function)).toEqual([
			'mail-2',
			'mail-3',
			'mail-4',
		]);
		const due = Date.parse(report['deferred'][0].due) - Date.now();
		expect(due).toBeGreaterThan(500_000);
		expect(due).toBeLessThan(600_001);
		expect(JSON.stringify(report)).not.toMatch(/hunter2/);
		const status = await statusOf(settings);
		expect(status).toMatchObject({state: 'running'});
		expect(status['queue'].health.text).toMatch(/connections? of workers: postman/);
		expect(record.commands().some(command => /^(HSET|EVAL|SET|DEL)/.test(command))).toBe(false);
	});

	it('that have failed or are done are told without what they were given', async () => {
		const lab = await openRedisLab();
		lab.bull('enqueue', 'mail', '1');
		const {settings} = await lab.startBull('mail');
		for (const [id, name] of [
			['8', 'mail-3'],
			['9', 'mail-4'],
		] as const) {
			lab.ask(
				'HSET',
				`bull:mail:${id}`,
				'name',
				name,
				'data',
				'{}',
				'timestamp',
				'1',
				'opts',
				'{}',
			);
			lab.ask('LPUSH', 'bull:mail:wait', id);
		}
		lab.ask('ZADD', 'bull:mail:marker', '0', '0');
		await expect.poll(async () => (await jobsOf(settings))['counts'].recent).toBe(2);
		const report = await jobsOf(settings);
		expect(report['recent'].find((job: {id: string}) => job.id === '8')).toMatchObject({
			state: 'failed',
			failure: 'failed',
		});
		expect(JSON.stringify(report)).not.toMatch(/hunter2/);
	});
});
