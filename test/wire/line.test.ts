import {rmSync} from 'node:fs';
import {connect, createServer, type Server, type Socket} from 'node:net';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {encodeMessage} from '../../source/wire/frame.ts';
import {openLine} from '../../source/wire/line.ts';
import type {ToScreen} from '../../source/wire/message.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

/** An engine's process that asks its screen to wait for the next one, and then dies. */
async function holdScreen() {
	const path = join(temporaryFolder(), 's');
	const accepted: Socket[] = [];
	let heard = '';
	const listen = (onSocket: (socket: Socket) => void) =>
		new Promise<Server>(resolve => {
			const server = createServer(socket => {
				accepted.push(socket);
				onSocket(socket);
			});
			onTestFinished(() => void server.close());
			server.listen(path, () => resolve(server));
		});
	const hold = {type: 'hold', socket: path, token: 't'} satisfies ToScreen;
	const server = await listen(socket => {
		socket.once('data', () => socket.write(encodeMessage(hold)));
		socket.on('data', bytes => {
			heard += bytes.toString('latin1');
		});
	});
	const clock = fakeClock();
	let isOver = false;
	const line = openLine({
		socket: connect(path),
		clock,
		token: 't',
		hello: token => ({type: 'hello', token}) as never,
		redial: socket => connect(socket),
		onMessage() {},
		onMoved() {},
		onClose() {
			isOver = true;
		},
	});
	onTestFinished(line.cut);
	await expect.poll(() => heard).toContain('"held"');
	const die = () => {
		server.close();
		accepted[0]?.destroy();
	};
	return {path, clock, listen, accepted, die, line, isOver: () => isOver};
}

/** Lets the time pass in steps, with what happens in between. */
async function until(clock: ReturnType<typeof fakeClock>, isDone: () => boolean): Promise<number> {
	const begun = clock.elapsed();
	await expect
		.poll(() => {
			clock.advance(isDone() ? 0 : 20);
			return isDone();
		})
		.toBe(true);
	return clock.elapsed() - begun;
}

it('a screen that waits for the next process hears within 3 s that nobody has the session any more', async () => {
	const {clock, die, isOver} = await holdScreen();
	die();
	expect(await until(clock, isOver)).toBeLessThan(3000);
});

it('a screen waits longer for a next process that has the socket, and not for ever', async () => {
	const {path, clock, listen, accepted, die, isOver} = await holdScreen();
	die();
	rmSync(path, {force: true});
	await listen(() => {});
	await until(clock, () => accepted.length > 1);
	clock.advance(5000);
	await new Promise(setImmediate);
	expect(isOver()).toBe(false);
	clock.advance(6000);
	await until(clock, isOver);
	expect(accepted).toHaveLength(2);
});

it('a screen that is closed while it joins the next process does not stay there', async () => {
	const {path, clock, listen, accepted, die, line, isOver} = await holdScreen();
	die();
	rmSync(path, {force: true});
	let isLeft = false;
	await listen(socket => {
		const welcome = {type: 'welcome'} as ToScreen;
		const answer = {type: 'answer', id: 0, answer: {seq: 0}} satisfies ToScreen;
		socket.on('error', () => {});
		socket.on('close', () => {
			isLeft = true;
		});
		socket.once('data', () => {
			line.end();
			socket.write(Buffer.concat([encodeMessage(welcome), encodeMessage(answer)]));
		});
	});
	await until(clock, () => accepted.length > 1);
	await until(clock, isOver);
	await expect.poll(() => isLeft).toBe(true);
});
