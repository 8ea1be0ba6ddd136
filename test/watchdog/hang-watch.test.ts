import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {createHangWatch} from '../../source/watchdog/hang-watch.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

async function openServer(status: () => number) {
	let asked = 0;
	const server = createServer((_, response) => {
		asked += 1;
		response.writeHead(status(), {'content-type': 'application/json'}).end('{"status":"ok"}');
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const {port} = server.address() as AddressInfo;
	return {address: {url: `http://127.0.0.1:${port}`, token: 't'}, asked: () => asked};
}

test('a proxy that fails to answer twice in a row is hung, and that is told once', async () => {
	let status = 500;
	const {address, asked} = await openServer(() => status);
	const clock = fakeClock();
	let hung = 0;
	const watch = createHangWatch({clock, address: () => address, onHung: () => (hung += 1)});
	onTestFinished(watch.close);
	watch.follow(true);
	clock.advance(10_000);
	await expect.poll(asked).toBe(1);
	expect(hung).toBe(0);
	clock.advance(10_000);
	await expect.poll(() => hung).toBe(1);
	status = 200;
	clock.advance(10_000);
	await expect.poll(asked).toBe(3);
	expect(hung).toBe(1);
});

test('between turns nobody is asked, and no timer runs', async () => {
	const {address, asked} = await openServer(() => 200);
	const clock = fakeClock();
	const watch = createHangWatch({clock, address: () => address, onHung: () => {}});
	watch.follow(true);
	watch.follow(false);
	clock.advance(60_000);
	expect(clock.pending()).toBe(0);
	expect(asked()).toBe(0);
});
