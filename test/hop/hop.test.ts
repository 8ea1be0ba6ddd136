import {PassThrough} from 'node:stream';
import {afterAll, describe, expect, it, onTestFinished} from 'vitest';
import {type Failure, failed, type Result} from '../../source/events/failure.ts';
import type {HopState} from '../../source/events/hop.ts';
import type {HostId} from '../../source/events/ids.ts';
import {connectLink} from '../../source/hop/connect.ts';
import {createHop, delayBefore, type Hop} from '../../source/hop/hop.ts';
import type {HopLink} from '../../source/hop/ssh2-link.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {runOver, scriptedPorts, succeeded, targetOf, usualOptions} from '../helpers/hop-ports.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';

const host = 'web' as HostId;
const facts = {
	host,
	user: 'you',
	hostName: 'web',
	port: 22,
	jumps: [],
	transport: 'built-in',
} as const;

function scriptedLink() {
	const lost = new Set<(failure: Failure) => void>();
	const script = {silenceMs: 0, isClosed: false, answers: false};
	const link: HopLink = {
		host,
		facts,
		silenceMs: () => script.silenceMs,
		staleAfterMs: 11_000,
		open: async () => ({ok: false, failure: failed('internal', 'not here')}),
		sftp: async () =>
			script.answers
				? {ok: true, value: null}
				: {ok: false, failure: failed('internal', 'not here')},
		connect: async () =>
			script.answers
				? {ok: true, value: new PassThrough()}
				: {ok: false, failure: failed('internal', 'not here')},
		onLost(listener) {
			lost.add(listener);
			return () => lost.delete(listener);
		},
		close() {
			script.isClosed = true;
		},
	};
	const lose = () => {
		for (const listener of lost) {
			listener(failed('unreachable', 'cut'));
		}
	};
	return {link, script, lose};
}

function scriptedHop(results: Result<HopLink>[], also: {wasConnected?: boolean} = {}) {
	const clock = fakeClock();
	let tries = 0;
	const hop = createHop({
		...also,
		host,
		clock,
		random: () => 0.5,
		connect: async () => {
			tries += 1;
			return results.shift() ?? {ok: false, failure: failed('unreachable', 'still down')};
		},
	});
	const states: HopState[] = [];
	hop.onState(state => states.push(state));
	const pass = async (ms: number) => {
		clock.advance(ms);
		await new Promise(resolve => setImmediate(resolve));
	};
	return {hop, states, pass, tries: () => tries};
}

const ok = (link: HopLink): Result<HopLink> => ({ok: true, value: link});
const no = (kind: Failure['kind']): Result<HopLink> => ({ok: false, failure: failed(kind, kind)});
const statuses = (states: readonly HopState[]) => states.map(({status}) => status);

describe('a hop', () => {
	it('waits 1, 2, 4 … 30 s, each a little more or less', () => {
		const middle = () => 0.5;
		expect([1, 2, 3, 4, 5, 6, 7, 40].map(attempt => delayBefore(attempt, middle))).toEqual([
			1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
		]);
		expect(delayBefore(1, () => 0)).toBe(800);
		expect(delayBefore(1, () => 1)).toBe(1200);
	});

	it('does not try a first connection again by itself', async () => {
		const {hop, states, pass, tries} = scriptedHop([no('unreachable')]);
		expect((await hop.connect()).ok).toBe(false);
		await pass(600_000);
		expect(tries()).toBe(1);
		expect(statuses(states)).toEqual(['connecting', 'failed']);
	});

	it('tries also a first connection again by itself where the process before was connected', async () => {
		const {link} = scriptedLink();
		const results = [no('unreachable'), ok(link)];
		const {hop, states, pass} = scriptedHop(results, {wasConnected: true});
		expect((await hop.connect()).ok).toBe(false);
		expect(hop.state()).toMatchObject({status: 'reconnecting', attempt: 1, nextInMs: 1000});
		await pass(1000);
		expect(statuses(states)).toEqual(['connecting', 'reconnecting', 'reconnecting', 'ready']);
	});

	it('connects once for two who ask at the same time', async () => {
		const {link} = scriptedLink();
		const {hop, tries} = scriptedHop([ok(link)]);
		await Promise.all([hop.connect(), hop.connect()]);
		await hop.connect();
		expect(tries()).toBe(1);
	});

	it('comes back after a loss, later each time', async () => {
		const first = scriptedLink();
		const second = scriptedLink();
		const {hop, states, pass} = scriptedHop([
			ok(first.link),
			no('unreachable'),
			no('timeout'),
			ok(second.link),
		]);
		await hop.connect();
		first.lose();
		expect(hop.link()).toBeNull();
		await pass(1000);
		await pass(2000);
		await pass(4000);
		expect(hop.link()).toMatchObject({facts: second.link.facts});
		expect(states.slice(2)).toMatchObject([
			{status: 'reconnecting', attempt: 1, nextInMs: 1000, reason: {message: 'cut'}},
			{status: 'reconnecting', attempt: 1, nextInMs: null},
			{status: 'reconnecting', attempt: 2, nextInMs: 2000},
			{status: 'reconnecting', attempt: 2, nextInMs: null},
			{status: 'reconnecting', attempt: 3, nextInMs: 4000},
			{status: 'reconnecting', attempt: 3, nextInMs: null},
			{status: 'ready'},
		]);
	});

	it('goes on counting while the host drops it at once, before it has answered anything', async () => {
		const links = [scriptedLink(), scriptedLink(), scriptedLink()] as const;
		const {hop, pass} = scriptedHop(links.map(({link}) => ok(link)));
		await hop.connect();
		links[0].lose();
		await pass(1000);
		links[1].lose();
		expect(hop.state()).toMatchObject({attempt: 2});
		await pass(2000);
		await pass(5000);
		links[2].lose();
		expect(hop.state()).toMatchObject({attempt: 3});
	});

	it.each(['a request', 'a connection through it', 'a keep-alive'] as const)(
		'waits one second again after the first answer to %s',
		async what => {
			const links = [scriptedLink(), scriptedLink()] as const;
			const down = Array.from({length: 6}, () => no('unreachable'));
			const {hop, pass, states} = scriptedHop([ok(links[0].link), ...down, ok(links[1].link)]);
			await hop.connect();
			links[0].lose();
			for (const waitMs of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
				await pass(waitMs);
			}
			expect(states.at(-1)).toEqual({status: 'ready'});
			if (what === 'a request') {
				links[1].script.answers = true;
				await hop.link()?.sftp(new AbortController().signal);
			} else if (what === 'a connection through it') {
				links[1].script.answers = true;
				const place = {type: 'port', host: '127.0.0.1', port: 6379} as const;
				await hop.link()?.connect(place, new AbortController().signal);
			} else {
				await pass(15_000);
				links[1].script.silenceMs = 2000;
			}
			links[1].lose();
			expect(hop.state()).toMatchObject({attempt: 1, nextInMs: 1000});
		},
	);

	it.each(['unauthorized', 'denied', 'bad-input'] as const)(
		'stops trying when it fails as %s, and a key tries again',
		async kind => {
			const first = scriptedLink();
			const second = scriptedLink();
			const {hop, pass, tries} = scriptedHop([ok(first.link), no(kind), ok(second.link)]);
			await hop.connect();
			first.lose();
			await pass(1000);
			expect(hop.state()).toMatchObject({status: 'failed', reason: {kind}});
			await pass(600_000);
			expect(tries()).toBe(2);
			hop.retryNow();
			await pass(0);
			expect(hop.state()).toEqual({status: 'ready'});
		},
	);

	it('tries at once on a key, and only once', async () => {
		const first = scriptedLink();
		const second = scriptedLink();
		const {hop, pass, tries} = scriptedHop([ok(first.link), ok(second.link)]);
		await hop.connect();
		hop.retryNow();
		first.lose();
		hop.retryNow();
		hop.retryNow();
		await pass(0);
		expect(hop.state()).toEqual({status: 'ready'});
		await pass(10_000);
		expect(tries()).toBe(2);
	});

	it('tells how long nothing was heard, and when it hears again', async () => {
		const {link, script} = scriptedLink();
		const {hop, states, pass} = scriptedHop([ok(link)]);
		await hop.connect();
		script.silenceMs = 12_000;
		await pass(500);
		script.silenceMs = 13_500;
		await pass(500);
		script.silenceMs = 0;
		await pass(500);
		expect(states.slice(2)).toEqual([
			{status: 'stale', lastContactMs: 12_000},
			{status: 'stale', lastContactMs: 13_500},
			{status: 'ready'},
		]);
	});

	it('closes a link that comes after it was closed itself', async () => {
		const {link, script} = scriptedLink();
		const {hop, states} = scriptedHop([ok(link)]);
		const connecting = hop.connect();
		hop.close();
		expect((await connecting).ok).toBe(false);
		expect(script.isClosed).toBe(true);
		hop.retryNow();
		expect(statuses(states)).toEqual(['connecting', 'closed']);
	});
});

describeWithSshd('a hop to a real host', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	const open = async (alias: string) => {
		const ports = scriptedPorts(lab.configFile);
		const target = targetOf(alias);
		const hop: Hop = createHop({
			host: target.host,
			clock: systemClock(),
			random: () => 0.5,
			connect: signal => connectLink({target, ports, options: usualOptions, signal}),
		});
		onTestFinished(() => hop.close());
		const states: HopState[] = [];
		hop.onState(state => states.push(state));
		succeeded(await hop.connect());
		return {hop, states};
	};
	const until = (hop: Hop, status: HopState['status']) =>
		new Promise<void>(resolve => {
			if (hop.state().status === status) {
				resolve();
			}
			const stop = hop.onState(state => {
				if (state.status === status) {
					stop();
					resolve();
				}
			});
		});

	it('comes back after its line was cut, and what ran is not run again', async () => {
		const {relay} = await lab.startServer({alias: 'cut', relay: {}});
		const {hop} = await open('cut');
		const link = hop.link();
		const {signal} = new AbortController();
		const running = succeeded(await link!.open({command: 'sleep 60'}, signal));
		relay?.cut();
		expect(await running.ended).toBeNull();
		expect(hop.link()).toBeNull();
		expect((await link!.open({command: 'true'}, signal)).ok).toBe(false);
		relay?.restore();
		hop.retryNow();
		await until(hop, 'ready');
		expect((await runOver(hop.link()!, 'echo back')).output).toBe('back\n');
	});

	it('that was away for long and came back waits one second again when it is lost', async () => {
		const {relay} = await lab.startServer({alias: 'flaky', relay: {}});
		const {hop} = await open('flaky');
		relay?.cut();
		for (const attempt of [1, 2, 3, 4, 5]) {
			await expect.poll(() => hop.state()).toMatchObject({status: 'reconnecting', attempt});
			await expect.poll(() => hop.state()).not.toMatchObject({nextInMs: null});
			hop.retryNow();
		}
		relay?.restore();
		hop.retryNow();
		await expect
			.poll(() => {
				hop.retryNow();
				return hop.state();
			})
			.toEqual({status: 'ready'});
		expect((await runOver(hop.link()!, 'echo back')).output).toBe('back\n');
		relay?.cut();
		await expect
			.poll(() => hop.state())
			.toMatchObject({status: 'reconnecting', attempt: 1, nextInMs: 1000});
	});

	it('notices a host that stands still by its keep-alives, and is stale before', async () => {
		const server = await lab.startServer({
			alias: 'frozen',
			clientConfig: ['ServerAliveInterval 1', 'ServerAliveCountMax 2'],
		});
		const {hop, states} = await open('frozen');
		server.freeze();
		onTestFinished(server.thaw);
		await until(hop, 'reconnecting');
		expect(statuses(states)).toEqual(['connecting', 'ready', 'stale', 'reconnecting']);
		server.thaw();
		hop.retryNow();
		await until(hop, 'ready');
	});
});
