import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {isRunning, realTerminals, screenShows} from './terminal-harness.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);

describe('a program in a terminal', () => {
	it('prints, and its exit code is told once and stays', async () => {
		const {shell, finish, terminals, facts} = realTerminals();
		const {id} = await shell('echo hello; exit 3');
		expect(await finish(id)).toBe('hello\n');
		expect(terminals.get(id)?.ended).toMatchObject({exitCode: 3, signal: null});
		await terminals.closeAll();
		expect(facts.map(fact => fact.type)).toEqual([
			'terminal.opened',
			'terminal.exited',
			'terminal.closed',
		]);
		expect(facts[1]).toMatchObject({exitCode: 3, signal: null});
	});

	it('that was killed counts as 128 + n', async () => {
		const {shell, finish, terminals} = realTerminals();
		const {id} = await shell('kill -9 $$');
		await finish(id);
		expect(terminals.get(id)?.ended).toMatchObject({exitCode: 137, signal: 'SIGKILL'});
	});

	it('is in a terminal of the size that was asked for, with the environment of one', async () => {
		const {shell, finish} = realTerminals({
			environment: {...process.env, SOME_API_KEY: 'secret', TMUX: 'x', LINES: '1'},
		});
		const {id} = await shell('stty size; env', {size: {columns: 91, rows: 17}});
		const lines = (await finish(id)).split('\n');
		expect(lines[0]).toBe('17 91');
		expect(lines).toContain('TERM=xterm-256color');
		expect(lines.filter(line => /secret|^TMUX|^LINES/.test(line))).toEqual([]);
	});

	it('gets what is typed, and Ctrl-C and Ctrl-D', async () => {
		const {shell, finish, terminals, wait} = realTerminals();
		const first = await shell('cat');
		terminals.write(first.id, 'hello\n', {by: 'model'});
		await wait(first.id, {bytes: 14});
		terminals.write(first.id, '\u0004', {by: 'model'});
		expect(await finish(first.id)).toBe('hello\nhello\n');
		const second = await shell('echo ready; sleep 60');
		await wait(second.id, {text: {type: 'literal', text: 'ready'}});
		terminals.write(second.id, '\u0003', {by: 'model'});
		await finish(second.id);
		expect(terminals.get(second.id)?.ended).toMatchObject({exitCode: 130, signal: 'SIGINT'});
	});

	it.each([1000, 4095, 65_536, 1_000_000])('loses none of its last %i bytes', async count => {
		const {shell, terminals, wait} = realTerminals();
		const {id} = await shell(`yes | head -c ${count}`);
		await wait(id, {exit: true});
		expect((await terminals.read(id))?.bytes).toBe(count + Math.floor(count / 2));
	});

	it('loses nothing where the system would, because its other side is held open', async () => {
		const {shell, terminals, wait} = realTerminals({keepsLastBytes: false});
		for (let round = 0; round < 10; round += 1) {
			const {id} = await shell('yes | head -c 8192');
			await wait(id, {exit: true});
			expect((await terminals.read(id))?.bytes).toBe(8192 + 4096);
		}
	});

	it('loses nothing when this program is busy while it ends', async () => {
		const {shell, terminals, wait} = realTerminals();
		const {id} = await shell('yes | head -c 60000');
		const until = performance.now() + 600;
		while (performance.now() < until) {
			// Busy for longer than anyone would wait for the end of the output.
		}
		await wait(id, {exit: true});
		expect((await terminals.read(id))?.bytes).toBe(90_000);
	});

	it('may close its own ends of the terminal and work on', async () => {
		const {shell, finish, terminals} = realTerminals();
		const {id} = await shell(`bash ${fixture('closes-its-own-terminal.sh')}`);
		await finish(id);
		expect(terminals.get(id)?.ended).toMatchObject({exitCode: 7, signal: null});
	});

	it('has ended when its shell has, while a job in the background prints on', async () => {
		const {shell, finish, wait, terminals} = realTerminals();
		const gate = join(temporaryFolder(), 'gate');
		const job = `echo in; until [ -e ${gate} ]; do sleep 0.02; done; echo late; sleep 60`;
		const {id} = await shell(`setsid sh -c "${job}" & read line; echo early`);
		await wait(id, {text: {type: 'literal', text: 'in'}});
		terminals.write(id, '\n', {by: 'user'});
		expect(await finish(id)).toBe('in\n\nearly\n');
		expect(terminals.get(id)?.ended?.exitCode).toBe(0);
		writeFileSync(gate, '');
		await screenShows(terminals.view(id)!, 'late');
		expect(terminals.get(id)?.isReported).toBe(false);
	});

	it('is shown in whole characters when every byte comes alone', async () => {
		const {shell, finish, terminals} = realTerminals();
		const {id} = await shell(`bash ${fixture('prints-utf8-byte-by-byte.sh')}`);
		expect(await finish(id)).toBe('é漢😀\n');
		expect(terminals.view(id)?.plainRows()[0]).toBe('é漢😀');
	});

	it('gets a large paste whole', async () => {
		const {shell, terminals, wait} = realTerminals();
		const path = join(temporaryFolder(), 'pasted');
		const {id} = await shell(`stty -echo; echo ready; cat > ${path}`);
		await wait(id, {text: {type: 'literal', text: 'ready'}});
		const text = Array.from({length: 50_000}, (_, index) => `line ${index} of the paste\n`).join(
			'',
		);
		expect(terminals.write(id, `${text}\u0004`, {by: 'user'})).toEqual({ok: true});
		await wait(id, {exit: true});
		expect(readFileSync(path, 'utf8')).toBe(text);
	});

	it('that does not read is written to neither for ever nor beyond its end', async () => {
		const {shell, terminals, wait} = realTerminals();
		const {id} = await shell('echo ready; stty raw -echo; sleep 60');
		await wait(id, {text: {type: 'literal', text: 'ready'}});
		expect(terminals.write(id, 'x'.repeat(3_000_000), {by: 'model'})).toEqual({ok: true});
		expect(terminals.write(id, 'x'.repeat(3_000_000), {by: 'model'})).toMatchObject({
			code: 'stdin_full',
		});
		await terminals.close(id, {force: true});
		// Whoever opens a file now may get the descriptor of the terminal.
		const path = join(temporaryFolder(), 'innocent');
		writeFileSync(path, 'mine');
		expect(readFileSync(path, 'utf8')).toBe('mine');
	});

	it('can be resized until it has ended, and then that is no error', async () => {
		const {shell, finish, terminals, wait} = realTerminals();
		const {id} = await shell('trap "stty size; exit" WINCH; echo ready; sleep 60 & wait');
		await wait(id, {text: {type: 'literal', text: 'ready'}});
		terminals.resize(id, {columns: 77, rows: 11});
		expect(await finish(id)).toContain('11 77');
		const ended = await shell('true');
		await finish(ended.id);
		expect(terminals.resize(ended.id, {columns: 0, rows: Number.NaN})).toEqual({ok: true});
	});

	it('gets signals where Ctrl-C would reach', async () => {
		const {shell, finish, terminals, wait} = realTerminals();
		const {id} = await shell(
			'trap "echo caught; exit 5" USR1; echo ready; while :; do read -t 1 x; done',
		);
		await wait(id, {text: {type: 'literal', text: 'ready'}});
		expect(terminals.signal(id, 'SIGUSR1')).toEqual({ok: true});
		expect(await finish(id)).toContain('caught');
		expect(terminals.signal(id, 'SIGUSR1')).toMatchObject({code: 'exited'});
	});
});

describe('what cannot be started', () => {
	it.each([
		['a folder that is not there', {cwd: '/no/such/folder'}, 'workdir'],
		['a folder that is a file', {cwd: '/etc/passwd'}, 'workdir'],
		['a folder that is a program', {cwd: '/bin/sh'}, 'workdir'],
		[
			'a shell that is not there',
			{program: {type: 'shell', command: 'true', shell: '/no/such/shell', login: false}},
			'shell',
		],
		[
			'a shell that cannot be run',
			{program: {type: 'shell', command: 'true', shell: '/etc/passwd', login: false}},
			'shell',
		],
		['a program that is not there', {program: {type: 'argv', argv: ['no-such-program']}}, 'spawn'],
		['a host that is not connected', {host: 'far'}, 'host'],
	] as const)('is refused with its reason: %s', async (_, also, code) => {
		const {terminals, facts} = realTerminals();
		const opened = await terminals.open({
			host: 'local' as never,
			program: {type: 'shell', command: 'true', login: false},
			cwd: '/',
			owner: 'model',
			...(also as object),
		});
		expect(opened).toMatchObject({ok: false, code});
		expect([terminals.list(), facts]).toEqual([[], []]);
	});

	it('runs a program by its name without a shell', async () => {
		const {shell, finish} = realTerminals();
		const {id} = await shell('', {
			program: {type: 'argv', argv: ['printf', '%s|', 'a b', '$HOME']},
		});
		expect(await finish(id)).toBe('a b|$HOME|');
	});
});

describe('the end of a terminal', () => {
	it('takes along a child that ignores everything, and its daemon', async () => {
		const {shell, terminals, wait} = realTerminals();
		const {id} = await shell(`bash ${fixture('ignores-signals-with-daemon.sh')}`);
		await wait(id, {
			text: {
				type: 'regex',
				source: 'leader \\d+[\\s\\S]*daemon \\d+|daemon \\d+[\\s\\S]*leader \\d+',
				flags: '',
			},
		});
		const text = (await terminals.read(id))!.output.head;
		const pids = [...text.matchAll(/(?:leader|daemon) (\d+)/g)].map(found => Number(found[1]));
		expect(pids.filter(isRunning)).toHaveLength(2);
		expect(await terminals.close(id, {force: true})).toEqual({ok: true});
		expect(pids.filter(isRunning)).toEqual([]);
		expect(terminals.get(id)).toBeNull();
	});

	it('is refused by such a child when it is only asked for', async () => {
		const {shell, terminals, wait} = realTerminals();
		const {id} = await shell('trap "" HUP TERM; echo ready; while :; do sleep 60 & wait; done');
		await wait(id, {text: {type: 'literal', text: 'ready'}});
		expect(await terminals.close(id, {force: false})).toMatchObject({code: 'still_running'});
		expect(terminals.get(id)?.ended).toBeNull();
	});

	it('wakes a job that was stopped, so that it can end', async () => {
		const {shell, terminals, wait} = realTerminals();
		const {id, pid} = await shell('echo ready; kill -STOP $$; echo never');
		await wait(id, {text: {type: 'literal', text: 'ready'}});
		expect(await terminals.close(id, {force: false})).toEqual({ok: true});
		expect(isRunning(pid!)).toBe(false);
	});

	it('happens at once in a crash', async () => {
		const {shell, terminals, wait} = realTerminals();
		const {id} = await shell('trap "" HUP TERM; echo ready; while :; do sleep 60 & wait; done');
		await wait(id, {text: {type: 'literal', text: 'ready'}});
		terminals.killNow();
		expect((await wait(id, {exit: true})).type).toBe('exit');
		expect(terminals.get(id)?.ended?.signal).toBe('SIGKILL');
	});
});
