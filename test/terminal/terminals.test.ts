import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {localHost} from '../../source/events/ids.ts';
import {startOfProcess, systemId} from '../../source/platform/process-identity.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {byteFilter} from '../../source/storage/redact-bytes.ts';
import {outputBytesMax} from '../../source/terminal/head-tail.ts';
import {frameMs} from '../../source/terminal/live-picture.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {realTerminals, screenShows} from './terminal-harness.ts';

const passwordProgram = join(import.meta.dirname, '../fixtures/asks-for-password.sh');

const literal = (text: string) => ({type: 'literal', text}) as const;

describe('terminals', () => {
	it('tell a pane of a program that waits without a word, and of one that no longer does', async () => {
		const {shell, terminals, facts} = realTerminals();
		const {id} = await shell('stty -echo; read secret; sleep 60');
		const waits = () => facts.filter(({type}) => type === 'terminal.waited');
		await expect.poll(waits).toMatchObject([{terminal: id, waiting: 'password'}]);
		terminals.write(id, 'open sesame\n', {by: 'user'});
		await expect.poll(waits).toMatchObject([{waiting: 'password'}, {waiting: null}]);
	});

	it('are counted from one, and told of when they open, end and close', async () => {
		const {shell, finish, facts, terminals} = realTerminals();
		const {id, title} = await shell('echo hi\necho there', {call: 'call_1' as never});
		expect([id, title]).toEqual(['1', 'echo hi']);
		await finish(id);
		await terminals.close(id, {force: false});
		expect(facts).toEqual([
			{
				type: 'terminal.opened',
				terminal: '1',
				title: 'echo hi',
				host: 'local',
				cwd: process.cwd(),
				owner: 'model',
				call: 'call_1',
				...(process.platform === 'linux' && {
					process: {
						pid: expect.any(Number),
						startTicks: expect.any(Number),
						marker: expect.stringMatching(/^pty_/),
						system: systemId(),
						opener: {pid: process.pid, start: startOfProcess(process.pid)},
					},
				}),
			},
			{
				type: 'terminal.exited',
				terminal: '1',
				exitCode: 0,
				signal: null,
				durationMs: expect.any(Number),
			},
			{type: 'terminal.closed', terminal: '1'},
		]);
	});

	it('are independent of each other', async () => {
		const {shell, finish} = realTerminals();
		const opened = await Promise.all(
			[1, 2, 3, 4, 5].map(number => shell(`for i in 1 2 3; do echo ${number}; sleep 0.01; done`)),
		);
		const texts = await Promise.all(opened.map(({id}) => finish(id)));
		expect(texts).toEqual([1, 2, 3, 4, 5].map(number => `${number}\n`.repeat(3)));
		expect(new Set(opened.map(({id}) => id)).size).toBe(5);
	});

	it('are only so many, and who wants one more is told which one is idle longest, and how to close one', async () => {
		const {shell, terminals, finish} = realTerminals({max: 3});
		await finish((await shell('true')).id);
		await shell('sleep 60', {title: 'the old one'});
		await Promise.all([shell('sleep 61'), shell('sleep 62')]);
		const program = {type: 'shell', command: 'true', login: false} as const;
		for (const [owner, how] of [
			['model', 'Close one with close_pty_session'],
			['user', '/terminals goes to one, and D closes it there.'],
		] as const) {
			const refused = await terminals.open({host: localHost, program, cwd: '/', owner});
			expect(refused).toMatchObject({ok: false, code: 'session_limit'});
			const words = refused.ok ? '' : refused.failure.message;
			expect(words).toContain('2 (the old one)');
			expect(words).toContain(how);
		}
		await terminals.close('2' as never, {force: true});
		await shell('true');
	});

	it('cannot take the last place twice at the same moment', async () => {
		const {shell} = realTerminals({max: 2});
		const opened = await Promise.allSettled([1, 2, 3, 4].map(() => shell('sleep 60')));
		expect(opened.filter(({status}) => status === 'fulfilled')).toHaveLength(2);
	});

	it('go away by themselves some time after their end', async () => {
		const {shell, wait, facts} = realTerminals({idleExitedMs: 30});
		const {id} = await shell('true');
		await wait(id, {exit: true});
		await expect.poll(() => facts.map(fact => fact.type)).toContain('terminal.closed');
	});

	it('are ended when their time is over', async () => {
		const {shell, wait, terminals} = realTerminals();
		const {id} = await shell('sleep 60', {timeoutMs: 50});
		await wait(id, {exit: true});
		expect(terminals.get(id)).toMatchObject({hasTimedOut: true, ended: {exitCode: 129}});
	});

	it('take no keys from the model while the user has the keyboard', async () => {
		const {shell, terminals, facts, wait} = realTerminals();
		const {id} = await shell('cat');
		terminals.control(id, 'user');
		terminals.control(id, 'user');
		expect(terminals.write(id, 'model\n', {by: 'model'})).toMatchObject({
			code: 'user_has_control',
		});
		expect(terminals.write(id, 'user\n', {by: 'user'})).toEqual({ok: true});
		await wait(id, {text: literal('user')});
		terminals.control(id, 'model');
		expect(terminals.write(id, 'model\n', {by: 'model'})).toEqual({ok: true});
		const reading = await terminals.read(id);
		expect(reading?.userTyped).toBe(true);
		expect((await terminals.read(id))?.userTyped).toBe(false);
		expect(facts.filter(fact => fact.type === 'terminal.controlled')).toEqual([
			{type: 'terminal.controlled', terminal: id, by: 'user'},
			{type: 'terminal.controlled', terminal: id, by: 'model'},
		]);
	});

	it('write down what was printed and nothing that was hidden', async () => {
		const logFolder = temporaryFolder();
		const {shell, terminals, wait, finish} = realTerminals({logFolder});
		const {id} = await shell(`bash ${passwordProgram}`);
		expect(await wait(id, {prompt: true})).toMatchObject({waiting: 'password'});
		terminals.write(id, 'hunter22\n', {by: 'user'});
		expect(await finish(id)).toContain('got 8 characters');
		const kept = await terminals.transcript(id, {from: 0, to: 1000});
		expect(kept?.bytes.toString()).toBe('Password: \r\ngot 8 characters\r\n');
		expect(readdirSync(logFolder)).toEqual(['1.log']);
		expect(terminals.get(id)?.transcript).toBe(`${logFolder}/1.log`);
	});

	it('show what they show while another one floods', async () => {
		const {shell, terminals, wait} = realTerminals();
		const flood = await shell('yes');
		await wait(flood.id, {bytes: 100_000});
		const {id} = await shell('cat');
		const picture = terminals.screen(flood.id)!;
		const framesAt: number[] = [];
		const stop = picture.subscribe(() => {
			framesAt.push(performance.now());
			picture.snapshot();
		});
		for (let round = 0; framesAt.length < 30; round += 1) {
			terminals.write(id, `ping ${round}\n`, {by: 'user'});
			expect(await wait(id, {text: literal(`ping ${round}`)})).toMatchObject({type: 'text'});
			await terminals.read(id);
		}
		stop();
		// Thirty frames and no more, give or take one, in the time that thirty take.
		expect(framesAt.at(-1)! - framesAt[0]!).toBeGreaterThan((framesAt.length - 2) * frameMs);
		await wait(flood.id, {bytes: 2 * outputBytesMax});
		terminals.write(flood.id, '\u0003', {by: 'user'});
		expect(await wait(flood.id, {exit: true})).toMatchObject({type: 'exit'});
		expect((await terminals.read(flood.id))!.output.omittedBytes).toBeGreaterThan(0);
	});

	it('are all gone after closeAll, and none can be opened any more', async () => {
		const {shell, terminals, facts} = realTerminals();
		await Promise.all([shell('sleep 60'), shell('cat'), shell('true')]);
		await terminals.closeAll();
		expect(terminals.list()).toEqual([]);
		expect(facts.filter(fact => fact.type === 'terminal.closed')).toHaveLength(3);
		expect(facts.filter(fact => fact.type === 'terminal.exited')).toHaveLength(3);
		await expect(shell('true')).rejects.toThrow('closing');
	});

	it('that are being opened during closeAll do not stay', async () => {
		const {shell, terminals} = realTerminals();
		const opening = shell('sleep 60').catch((error: Error) => error.message);
		await terminals.closeAll();
		expect(await opening).toContain('closing');
		expect(terminals.list()).toEqual([]);
	});

	it('answer for ids that nobody knows', async () => {
		const {terminals} = realTerminals();
		const id = '99' as never;
		expect(terminals.get(id)).toBeNull();
		expect(terminals.screen(id)).toBeNull();
		expect(await terminals.read(id)).toBeNull();
		expect(terminals.write(id, 'x', {by: 'user'})).toMatchObject({code: 'unknown_session'});
		expect(await terminals.close(id, {force: true})).toMatchObject({code: 'unknown_session'});
	});

	it('show a picture that follows the program', async () => {
		const {shell, terminals} = realTerminals();
		const {id} = await shell(
			'printf "\\033[1;33m漢\\033[0m one"; sleep 0.05; printf " two"; sleep 60',
		);
		await screenShows(terminals.view(id)!, 'two');
		expect(terminals.screen(id)!.snapshot()).toMatchObject({
			rows: expect.arrayContaining(['\u001B[0;1;33m漢 \u001B[0mone two']),
			cursor: {x: 10, y: 0},
		});
	});
});

it('whatever a picture shows is in the transcript by then', async () => {
	const logFolder = temporaryFolder();
	const {terminals, shell, wait} = realTerminals({logFolder});
	const {id} = await shell('for i in $(seq 200); do echo "line $i of what was said"; done');
	const picture = terminals.screen(id)!;
	const missing: string[] = [];
	let looks = 0;
	const stop = picture.subscribe(() => {
		looks += 1;
		const written = readFileSync(join(logFolder, `${id}.log`), 'utf8');
		const rows = terminals.view(id)!.plainRows();
		missing.push(...rows.filter(row => row !== '' && !written.includes(row)));
	});
	await wait(id, {exit: true});
	await expect.poll(() => terminals.view(id)!.plainRows().join('\n')).toContain('line 200 of');
	await expect.poll(() => looks).toBeGreaterThan(0);
	stop();
	expect(missing).toEqual([]);
});

it('so is what a program prints letter by letter, though any of them may begin a secret', async () => {
	const logFolder = temporaryFolder();
	const redactor = createRedactor();
	const logFilter = () => byteFilter(redactor.stream());
	const {terminals, shell, wait} = realTerminals({logFolder, logFilter});
	const {id} = await shell(
		'for word in s sk sk- cases ey eyJ , m mys gl ht https:// a -- x AbCd+/09 ghp; do printf %s "$word"; read -t 0.05 key; done',
	);
	const missing: string[] = [];
	const shown = new Set<string>();
	terminals.screen(id)!.subscribe(() => {
		const path = join(logFolder, `${id}.log`);
		const written = existsSync(path) ? readFileSync(path, 'utf8') : '';
		const [row = ''] = terminals.view(id)!.plainRows();
		shown.add(row);
		missing.push(...(written.startsWith(row) ? [] : [`${row} | ${written}`]));
	});
	await wait(id, {exit: true});
	expect(missing).toEqual([]);
	expect(shown.size).toBeGreaterThan(5);
});
