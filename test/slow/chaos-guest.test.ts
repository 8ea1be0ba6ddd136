import {spawn} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {Signal} from '../../source/events/signal.ts';
import {treeMemoryMb} from '../../source/platform/tree-memory.ts';
import {createGuestWatch} from '../../source/watchdog/agent-watch.ts';
import {type Chaos, openChaos} from '../helpers/chaos.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const ownFolders = `agent-tui-guest-${process.pid}-`;

/** A guest that is a shell script of these lines. */
function launch(chaos: Chaos, ...lines: readonly string[]): void {
	const path = join(temporaryFolder(), 'guest');
	writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'));
	chmodSync(path, 0o755);
	void chaos.engine.query({type: 'launch', words: [path]});
}

test('D1: a guest that is killed is told, and one that ends well is not', async () => {
	const chaos = await openChaos();
	launch(chaos, 'exit 0');
	await expect
		.poll(() => chaos.engine.parts.store.state().terminals.at(-1)?.ended?.exitCode)
		.toBe(0);
	launch(chaos, 'kill -9 $$');
	expect(await chaos.incident('agentEnded')).toMatchObject({
		action: {type: 'alert'},
		evidence: {code: 'SIGKILL'},
		status: {outcome: 'told'},
	});
	expect(chaos.incidents().filter(({fault}) => fault === 'D1')).toHaveLength(1);
});

test('D2: a guest whose processes hold too much memory is told once', async () => {
	const child = spawn(process.execPath, [
		'-e',
		'const kept = Buffer.alloc(200 * 1024 * 1024, 1); setInterval(() => kept.length, 1000)',
	]);
	onTestFinished(() => {
		child.kill('SIGKILL');
	});
	await expect.poll(() => treeMemoryMb(child.pid ?? 0)).toBeGreaterThan(200);
	const clock = fakeClock();
	const signals: Signal[] = [];
	createGuestWatch({
		clock,
		memoryMb: () => treeMemoryMb(child.pid ?? 0),
		memoryMbMax: () => 150,
		newLines: () => [],
		onSignal: signal => signals.push(signal),
	});
	clock.advance(20_000);
	expect(signals).toMatchObject([{kind: 'guest.memory-high'}]);
});

test('D4: a guest whose database is damaged is told what to do', async () => {
	const chaos = await openChaos();
	launch(chaos, 'echo "Error: sqlite: database disk image is malformed" >&2', 'sleep 1');
	expect(await chaos.incident('agentDatabaseDamaged')).toMatchObject({status: {outcome: 'told'}});
	expect(chaos.notices()).toContain('set its state database aside');
});

test('D5: a guest whose conversation is too long is told what to do', async () => {
	const chaos = await openChaos();
	launch(chaos, 'echo "ERROR: context_length_exceeded: 210000 tokens" >&2', 'sleep 1');
	expect(await chaos.incident('agentContextExceeded')).toMatchObject({status: {outcome: 'told'}});
});

test('D6: a guest that connects again and again has its proxy looked at', async () => {
	const chaos = await openChaos();
	launch(
		chaos,
		'echo "ERROR: Reconnecting... 1/5" >&2',
		'echo "ERROR: Reconnecting... 2/5" >&2',
		'sleep 1',
	);
	expect(await chaos.incident('agentReconnects', 'verifying')).toMatchObject({
		action: {type: 'check-proxy'},
		after: expect.stringContaining('The proxy answers'),
	});
});

test('what a guest prints on its screen is never read', async () => {
	const chaos = await openChaos();
	launch(chaos, 'echo "Error: sqlite: database disk image is malformed"', 'sleep 1');
	await expect
		.poll(() => chaos.engine.parts.store.state().terminals.at(-1)?.ended?.exitCode)
		.toBe(0);
	expect(chaos.incidents()).toEqual([]);
});

test('E3: the proxy has moved, so the guest has to be started again', async () => {
	const chaos = await openChaos();
	await chaos.proxyReady();
	launch(chaos, 'sleep 30');
	await expect.poll(() => chaos.engine.parts.store.state().terminals.length).toBe(1);
	await chaos.takePort();
	expect(await chaos.incident('agentPortStale')).toMatchObject({status: {outcome: 'told'}});
});

test('a program that is not there is said not to be there', async () => {
	const chaos = await openChaos();
	const words = ['no-such-agent', 'exec'] as const;
	expect(await chaos.engine.query({type: 'launch', words})).toMatchObject({
		ok: false,
		failure: {message: expect.stringContaining('There is no program no-such-agent')},
	});
	expect(chaos.engine.parts.store.state().terminals).toEqual([]);
});

test('a guest whose terminal is closed by hand is no fault', async () => {
	const chaos = await openChaos();
	launch(chaos, 'sleep 100');
	const last = () => chaos.engine.parts.store.state().terminals.at(-1);
	await expect.poll(last).toBeDefined();
	chaos.engine.dispatch({type: 'close-terminal', terminal: last()!.id});
	await expect.poll(last).toBeUndefined();
	// Its folder is taken away when all has been told that is to be told.
	const folders = () => readdirSync(tmpdir()).filter(name => name.startsWith(ownFolders));
	await expect.poll(folders).toEqual([]);
	expect(chaos.incidents()).toEqual([]);
});

test('what a killed program has left of its guests is taken away by the next launch', async () => {
	const left = join(tmpdir(), `agent-tui-guest-${2 ** 22 - 5}-left`);
	mkdirSync(left, {recursive: true});
	const chaos = await openChaos();
	launch(chaos, 'exit 0');
	await expect.poll(() => existsSync(left)).toBe(false);
});
