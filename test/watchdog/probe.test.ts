import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {Signal} from '../../source/events/signal.ts';
import {createProbe, type Health} from '../../source/watchdog/probe.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

async function openProbe(answer: (response: ServerResponse) => void, nonce = '') {
	let asked = 0;
	const server = createServer((_, response) => {
		asked += 1;
		answer(response);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as AddressInfo;
	const clock = fakeClock();
	const signals: Signal[] = [];
	const healths: Health[] = [];
	const settings = {healthIntervalMs: 5000, maxMemoryMb: 1000};
	const address = {url: `http://127.0.0.1:${port}`, token: 't', nonce};
	const probe = createProbe({
		clock,
		address: () => address,
		settings: () => settings,
		onHealth: health => healths.push(health),
		onSignal: signal => signals.push(signal),
	});
	onTestFinished(() => {
		probe.close();
		server.closeAllConnections();
		server.close();
	});
	const next = async () => {
		const before = healths.length;
		clock.advance(settings.healthIntervalMs);
		await expect.poll(() => healths.length).toBe(before + 1);
	};
	return {clock, probe, signals, healths, next, settings, asked: () => asked};
}

const well = (body: object) => (response: ServerResponse) => {
	response.setHeader('content-type', 'application/json');
	response.end(JSON.stringify({status: 'ok', memory_mb: 80, uptime_s: 9, ...body}));
};

describe('the probe', () => {
	it('reports what the proxy says of itself', async () => {
		const {next, healths, signals} = await openProbe(well({}));
		await next();
		expect(healths).toMatchObject([{isWell: true, memoryMb: 80, uptimeMs: 9000}]);
		expect(signals).toEqual([]);
	});

	it('calls it hung after three misses in a row, not before', async () => {
		let fails = true;
		const {next, signals} = await openProbe(response => {
			if (fails) {
				response.writeHead(500).end();
			} else {
				well({})(response);
			}
		});
		await next();
		await next();
		fails = false;
		await next();
		fails = true;
		await next();
		await next();
		expect(signals).toEqual([]);
		await next();
		expect(signals).toMatchObject([{kind: 'proxy.hung', code: 'timeout'}]);
	});

	it('tells an answer that makes no sense from none', async () => {
		const {next, signals} = await openProbe(well({status: 'ill'}));
		await next();
		await next();
		expect(signals).toEqual([]);
		await next();
		expect(signals).toMatchObject([{kind: 'proxy.hung', code: 'protocol'}]);
	});

	it('knows when another program answers in its place', async () => {
		const {next, signals} = await openProbe(well({start_nonce: 'theirs'}), 'ours');
		await next();
		expect(signals).toMatchObject([{kind: 'proxy.foreign'}]);
	});

	it('knows its own by the nonce of its start', async () => {
		const {next, signals, healths} = await openProbe(well({start_nonce: 'ours'}), 'ours');
		await next();
		expect(healths).toMatchObject([{isWell: true}]);
		expect(signals).toEqual([]);
	});

	it('speaks up before the limit of memory is reached, at nine tenths of it and not at less', async () => {
		let memory = 900;
		const {next, signals} = await openProbe(response => well({memory_mb: memory})(response));
		await next();
		expect(signals).toEqual([]);
		memory = 901;
		await next();
		expect(signals).toMatchObject([{kind: 'proxy.memory-high', note: '901 MB of 1000'}]);
	});

	it.each([
		['that will be over the limit in half a minute', [121, 201, 281, 361, 441, 521], true],
		['that will have reached the limit then and no more', [120, 200, 280, 360, 440, 520], false],
		['that once stood still', [121, 121, 281, 361, 441, 521], false],
		['that once shrank', [300, 121, 281, 361, 441, 521], false],
	])('looks ahead at the memory of half a minute: %s', async (_, memories, isHigh) => {
		const left = [...memories];
		const {next, signals} = await openProbe(response => well({memory_mb: left.shift()})(response));
		for (let count = 1; count < memories.length; count += 1) {
			await next();
		}
		expect(signals).toEqual([]);
		await next();
		expect(signals.map(({kind}) => kind)).toEqual(isHigh ? ['proxy.memory-high'] : []);
	});

	it('forgets the memory of the process before', async () => {
		const left = [121, 201, 281, 361, 441, 521];
		const {next, signals, probe} = await openProbe(response =>
			well({memory_mb: left.shift()})(response),
		);
		for (let count = 0; count < 6; count += 1) {
			if (count === 3) {
				probe.forget();
			}
			await next();
		}
		expect(signals).toEqual([]);
	});

	it('tells how long the answer took, and nothing that the answer does not say', async () => {
		const {next, healths, clock} = await openProbe(response => {
			clock.advance(40);
			response.end('{"status":"ok"}');
		});
		await next();
		expect(healths).toEqual([{isWell: true, memoryMb: null, uptimeMs: null, latencyMs: 40}]);
	});

	it('takes a new interval at once', async () => {
		const {next, settings, clock, asked} = await openProbe(well({}));
		settings.healthIntervalMs = 30_000;
		clock.advance(5000);
		await expect.poll(asked).toBe(1);
		await expect.poll(() => clock.pending()).toBe(1);
		clock.advance(5000);
		expect(asked()).toBe(1);
		await next();
		expect(asked()).toBe(2);
	});

	it('gives one that was just started some time before a miss counts', async () => {
		const {next, probe, signals} = await openProbe(response => response.writeHead(500).end());
		const lookThrice = async () => {
			for (let count = 0; count < 3; count += 1) {
				await probe.look();
			}
		};
		probe.forget();
		await lookThrice();
		expect(signals).toEqual([]);
		await next();
		await probe.look();
		expect(signals).toEqual([]);
		await probe.look();
		expect(signals).toMatchObject([{kind: 'proxy.hung'}]);
	});

	it('looks rarely while nobody needs the proxy, and at once when somebody comes back', async () => {
		const {probe, clock, asked, healths, settings} = await openProbe(well({}));
		probe.rest(true);
		clock.advance(100_000);
		expect(asked()).toBe(0);
		clock.advance(20_000);
		await expect.poll(() => healths.length).toBe(1);
		probe.rest(false);
		await expect.poll(() => healths.length).toBe(2);
		await new Promise(setImmediate);
		clock.advance(settings.healthIntervalMs);
		await expect.poll(() => healths.length).toBe(3);
	});

	it('looks as often as ever at a proxy that works for others, or misses a look, while nobody sees it', async () => {
		let fails = false;
		const {probe, next, signals} = await openProbe(response => {
			if (fails) {
				response.writeHead(500).end();
			} else {
				well({})(response);
			}
		});
		probe.rest(true);
		probe.stir();
		fails = true;
		await next();
		await next();
		await next();
		expect(signals).toMatchObject([{kind: 'proxy.hung'}]);
	});
});
