import {chmodSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {TerminalId} from '../../source/events/ids.ts';
import {isProcessAlive} from '../../source/platform/process-identity.ts';
import {type Chaos, type ChaosOptions, openChaos} from '../helpers/chaos.ts';
import {codex, installPackage} from '../helpers/real-clients.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const notHere = 'codex can not be installed here';

/** The real one, in a home of its own and with no way out but loopback, launched in a terminal. */
async function launchCodex(
	{modules, prompt}: {modules: string; prompt: string},
	options: ChaosOptions = {},
): Promise<
	Chaos & {text: () => string; id: () => TerminalId; ended: () => Promise<number | null>}
> {
	const nowhere = 'http://127.0.0.1:9';
	const chaos = await openChaos({
		...options,
		env: {
			...options.env,
			HTTP_PROXY: nowhere,
			HTTPS_PROXY: nowhere,
			NO_PROXY: '127.0.0.1,localhost',
		},
	});
	const folder = temporaryFolder();
	const home = join(folder, 'codex-home');
	mkdirSync(home);
	const path = join(folder, 'codex');
	writeFileSync(
		path,
		`#!/bin/sh\nCODEX_HOME='${home}' exec '${join(modules, '.bin', codex.program)}' "$@"\n`,
	);
	chmodSync(path, 0o755);
	const flags = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];
	void chaos.engine.query({type: 'launch', words: [path, 'exec', ...flags, prompt]});
	const last = () => chaos.engine.parts.store.state().terminals.at(-1);
	await expect.poll(() => last()?.id).toBeDefined();
	const id = () => last()!.id;
	const text = () => {
		const view = chaos.engine.parts.terminals.view(id());
		const {kept} = view?.extent() ?? {kept: 0};
		const above = view?.plainLines({from: 0, to: kept}) ?? [];
		return above.join('\n');
	};
	return {
		...chaos,
		id,
		text,
		async ended() {
			await expect.poll(() => last()?.ended, {timeout: 100_000}).toBeTruthy();
			return last()?.ended?.exitCode ?? null;
		},
	};
}

test('the turn of a real Codex goes on although its proxy is killed twice in the middle of it', async ({
	skip,
}) => {
	const modules = await installPackage(codex);
	skip(modules === null, notHere);
	const run = await launchCodex({modules: modules!, prompt: 'say it'});
	for (const count of [1, 2]) {
		const asked = await run.upstream.next();
		asked.say('Half of ');
		await expect
			.poll(() => run.engine.live.meter.snapshot().provider.firstByteMs.length)
			.toBe(count);
		process.kill(run.proxyPid(), 'SIGKILL');
	}
	const last = await run.upstream.next();
	last.say('The whole answer.');
	last.finish();
	expect(await run.ended(), run.text()).toBe(0);
	expect(run.text()).toContain('The whole answer.');
	expect(await run.incident('proxyEnded')).toMatchObject({status: {outcome: 'verified'}});
	expect(await run.incident('agentReconnects', 'verifying')).toMatchObject({
		evidence: {signal: 'guest.reconnecting', count: 2},
		action: {type: 'check-proxy'},
		// The second one once it has ended, which may be before it is looked at.
		after: expect.stringMatching(/^The (?:proxy answers: the trouble lies behind it|next request)/),
	});
	expect(run.incidents().filter(({fault}) => fault === 'D1')).toEqual([]);
}, 200_000);

test('a real Codex that is killed, and one that holds too much memory, are told of', async ({
	skip,
}) => {
	const modules = await installPackage(codex);
	skip(modules === null, notHere);
	const run = await launchCodex(
		{modules: modules!, prompt: 'wait'},
		{monitoring: {guestMaxMemoryMb: 64}},
	);
	const asked = await run.upstream.next();
	asked.say('I ');
	expect(await run.incident('agentMemoryHigh', 'ended')).toMatchObject({
		evidence: {note: expect.stringContaining('of 64')},
		status: {outcome: 'told'},
	});
	const {pid} = run.engine.parts.terminals.get(run.id())!;
	process.kill(pid!, 'SIGKILL');
	expect(await run.incident('agentEnded')).toMatchObject({status: {outcome: 'told'}});
}, 200_000);

test('Codex ends with agent-tui, and nothing of it stays', async ({skip}) => {
	const modules = await installPackage(codex);
	skip(modules === null, notHere);
	const run = await launchCodex({modules: modules!, prompt: 'wait'});
	const asked = await run.upstream.next();
	asked.say('I ');
	const {pid} = run.engine.parts.terminals.get(run.id())!;
	expect(isProcessAlive({pid: pid!, start: null})).toBe(true);
	await run.engine.stop('quit');
	expect(isProcessAlive({pid: pid!, start: null})).toBe(false);
	await asked.left;
	const folders = readdirSync(tmpdir()).filter(name =>
		name.startsWith(`agent-tui-guest-${process.pid}-`),
	);
	expect(folders).toEqual([]);
	expect(run.incidents().filter(({fault}) => fault === 'D1')).toEqual([]);
}, 200_000);
