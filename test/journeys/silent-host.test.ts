import {chmodSync, existsSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, describe, expect, it, onTestFinished} from 'vitest';
import {listProcesses} from '../helpers/processes.ts';
import {
	answerWith,
	openHopPlace,
	readThere,
	resultOf,
	type Wish,
	wishFor,
	writeThere,
} from '../helpers/remote-workspace.ts';
import {openRobot, type Robot} from '../helpers/robot.ts';
import {journalOf} from '../helpers/scripted-place.ts';
import {describeWithSshd, type LabServer, openSshLab} from '../helpers/ssh-lab.ts';

/** Each story waits with a time of its own, so that its process is known among all others. */
const runLong = (seconds: number): Wish => ({
	name: 'run_in_terminal',
	input: {command: `echo be""gan; sleep ${seconds}`, explanation: 'waits'},
});
const isThere = (seconds: number) =>
	listProcesses().some(({command}) => command.trim() === `sleep ${seconds}`);

describe('a host that falls silent', () => {
	describeWithSshd('over a real sshd', () => {
		const lab = openSshLab();
		afterAll(() => lab.close());

		const start = async (
			alias: string,
			seconds: number,
			{wish = runLong(seconds), hops = {}}: {wish?: Wish; hops?: object} = {},
		) => {
			const server = await lab.startServer({alias, relay: {}});
			onTestFinished(server.thaw);
			const opened = await openHopPlace(lab, {hops});
			const agent = openRobot({place: opened.place, columns: 120, rows: 30});
			await agent.see('help');
			agent.say(`/hop ${alias}`);
			await agent.see(`@${alias} ready`);
			agent.say('a long one');
			wishFor(await opened.upstream.next(), [wish]);
			await agent.answer('y');
			await expect.poll(() => isThere(seconds)).toBe(true);
			// Before the host has told of the start, an end is another story: see below.
			await expect
				.poll(() => journalOf(opened.place).some(({type}) => type === 'terminal.opened'))
				.toBe(true);
			return {...opened, agent, server};
		};
		const stopFrozen = async (agent: Robot, server: LabServer) => {
			server.freeze();
			agent.press('Escape');
			await agent.see(/asked to stop, not confirmed \(no contact for \d+ s\)/);
		};
		const runsNoMore = (alias: string, seconds: number) =>
			new RegExp(`${alias} answers again: “[^”]*sleep ${seconds}”,[^.]*runs there no more`);

		it('is asked to stop, is not said to have stopped, and does so when it goes on', async () => {
			const {agent, server, place, upstream} = await start('still', 61_001);
			await stopFrozen(agent, server);
			expect(agent.screen()).not.toContain('stopped; it may have had effects');
			expect(isThere(61_001)).toBe(true);
			server.thaw();
			await agent.see(runsNoMore('still', 61_001));
			expect(isThere(61_001)).toBe(false);
			await agent.see(/asked to stop; confirmed \d+ s later/);
			expect(journalOf(place).find(({type}) => type === 'terminal.confirmed')).toMatchObject({
				host: 'still',
				left: [],
			});
			agent.say('and?');
			const asked = await upstream.next();
			expect(resultOf(asked, 'c0')).toMatchObject({
				success: false,
				unconfirmed: expect.stringContaining('no contact for'),
				error: {message: expect.stringContaining('it runs no more')},
			});
			answerWith(asked, 'It ended.');
			await agent.see('It ended.');
			await agent.quit();
		});

		it('is asked again over the next connection when the first one was cut', async () => {
			const {agent, server} = await start('cut-off', 61_002);
			await stopFrozen(agent, server);
			server.relay?.cut();
			await agent.see('@cut-off lost');
			server.relay?.restore();
			server.thaw();
			agent.press('C-x', 'j');
			await agent.see(runsNoMore('cut-off', 61_002));
			expect(isThere(61_002)).toBe(false);
			await agent.quit();
		});

		it('is left without waiting for it, says what was not ended, and is asked again by resume', async () => {
			const {agent, server, place} = await start('left', 61_003);
			server.freeze();
			await agent.quit();
			await agent.see(/sleep 61003” was asked to stop, not confirmed/);
			expect(isThere(61_003)).toBe(true);
			const again = openRobot({place, parameters: ['resume'], columns: 120, rows: 30});
			await again.see(/sleep 61003” was asked to stop, not confirmed/);
			server.thaw();
			again.say('/hop left');
			await again.see(runsNoMore('left', 61_003));
			expect(isThere(61_003)).toBe(false);
			await again.quit();
		});

		it('is told of in the same words when the system’s ssh connects', async () => {
			const {agent, server} = await start('by-ssh', 61_007, {hops: {transport: 'ssh'}});
			await stopFrozen(agent, server);
			server.thaw();
			await agent.see(runsNoMore('by-ssh', 61_007));
			expect(isThere(61_007)).toBe(false);
			await agent.quit();
		});

		it('holds no time-out up', async () => {
			const {server, upstream, agent} = await start('late', 61_004, {
				wish: {
					name: 'unified_exec',
					input: {cmd: 'sleep 61004', timeout_ms: 4000, wait_for: {exit: true}},
				},
			});
			server.freeze();
			const asked = await upstream.next();
			expect(resultOf(asked, 'c0')).toMatchObject({
				success: false,
				reason: 'timeout',
				unconfirmed: expect.stringContaining('no contact for'),
				hint: expect.stringContaining('late has not confirmed that'),
			});
			server.thaw();
			await agent.see(runsNoMore('late', 61_004));
			answerWith(asked, 'Too late.');
			await agent.see('Too late.');
			await agent.quit();
		});

		it('is not waited for when the command has not even begun', async () => {
			const {server, upstream, agent} = await start('unbegun', 61_005);
			agent.press('Escape');
			await expect.poll(() => isThere(61_005)).toBe(false);
			agent.say('once more');
			const asked = await upstream.next();
			server.freeze();
			wishFor(asked, [runLong(61_006)], 1);
			await agent.answer('y');
			await agent.see(/● .*run on/);
			agent.press('Escape');
			await agent.see(/asked to stop, not confirmed \(no contact for \d+ s\)/);
			server.thaw();
			// The notice gives way when the next one comes; the line of the call stays.
			await agent.see(/61006[\s\S]*asked to stop; confirmed \d+ s later/);
			expect(isThere(61_006)).toBe(false);
			await agent.quit();
		});

		it('is asked to end a command that it may have begun after nobody waited for it any more', async () => {
			const {server, upstream, agent, place} = await start('mute', 61_008);
			agent.press('Escape');
			await expect.poll(() => isThere(61_008)).toBe(false);
			agent.say('once more');
			const asked = await upstream.next();
			server.freeze();
			// What ignores the hang-up of its terminal outlives a channel that is closed.
			const command = 'trap "" HUP; sleep 61009';
			wishFor(asked, [{name: 'run_in_terminal', input: {command, explanation: 'waits'}}], 1);
			await agent.answer('y');
			const lost = await upstream.next();
			expect(resultOf(lost, 'c1')).toMatchObject({
				success: false,
				reason: 'lost',
				unconfirmed: expect.stringContaining('no contact for'),
				error: {message: expect.stringContaining('it is ended when mute answers')},
			});
			// A busy host may have confirmed the end of the first command late, too.
			const unconfirmed = journalOf(place).filter(({type}) => type === 'terminal.unconfirmed');
			expect(unconfirmed).toContainEqual(
				expect.objectContaining({
					...{host: 'mute', call: 'c1'},
					process: expect.objectContaining({pid: 0}),
				}),
			);
			server.thaw();
			await agent.see(/mute answers again: “[^”]*sleep 61009”,[^.]*runs there no more/);
			expect(isThere(61_009)).toBe(false);
			answerWith(lost, 'Gone.');
			await agent.see('Gone.');
			await agent.quit();
		});

		/** A host that stops for a moment right before it writes, and that has no sftp. */
		const startWriting = async (alias: string) => {
			const server = await lab.startServer({
				alias,
				relay: {},
				hasSftp: false,
				bashrc: 'PATH=$HOME/bin:$PATH\n',
			});
			onTestFinished(server.thaw);
			const mv = ': >~/asked; until [ -e ~/go ]; do sleep 0.05; done; exec /bin/mv "$@"\n';
			writeThere(server, {'app.txt': 'port 80\n', 'bin/mv': `#!/bin/sh\n${mv}`});
			chmodSync(join(server.home, 'bin/mv'), 0o700);
			const opened = await openHopPlace(lab);
			const agent = openRobot({place: opened.place, columns: 120, rows: 30});
			await agent.see('help');
			agent.say(`/hop ${alias}`);
			await agent.see(`@${alias} ready`);
			agent.say('write it');
			const input = {path: 'app.txt', content: 'port 8080\n'};
			wishFor(await opened.upstream.next(), [{name: 'write_file', input}]);
			await agent.answer('y');
			await expect.poll(() => existsSync(join(server.home, 'asked'))).toBe(true);
			await stopFrozen(agent, server);
			return {...opened, agent, server};
		};

		it('says of a file that it was writing what it holds when it answers again, and undo has it', async () => {
			const {agent, server, place, upstream} = await startWriting('writing');
			expect(agent.screen()).not.toContain('it may have had effects');
			writeThere(server, {go: ''});
			server.thaw();
			await agent.see('“app.txt” was written on writing after all; /undo');
			await agent.see(/asked to stop; \d+ s later the file was found with the new content/);
			expect(readThere(server, 'app.txt')).toBe('port 8080\n');
			agent.say('and?');
			const asked = await upstream.next();
			expect(resultOf(asked, 'c0')).toMatchObject({
				success: false,
				unconfirmed: expect.stringContaining('no contact for'),
				error: {message: expect.stringContaining('the file was found with the new content')},
			});
			answerWith(asked, 'It is written.');
			await agent.see('It is written.');
			agent.say('/undo');
			await agent.see('is as it was before');
			expect(readThere(server, 'app.txt')).toBe('port 80\n');
			expect(journalOf(place).map(({type}) => type)).toContain('file.unconfirmed');
			await agent.quit();
		});

		it('is looked at by resume too: a file that was not written is told as it was before', async () => {
			const {agent, server, place} = await startWriting('unwritten');
			await agent.quit();
			await agent.see(/the change of “app\.txt” was asked to stop, not confirmed/);
			const again = openRobot({place, parameters: ['resume'], columns: 120, rows: 30});
			await again.see(/the change of “app\.txt” was asked to stop, not confirmed/);
			server.kill();
			await server.restart();
			again.say('/hop unwritten');
			await again.see('“app.txt” on unwritten is as it was before: nothing was written');
			await again.see(/asked to stop; \d+ s later the file was found as it was before/);
			expect(readThere(server, 'app.txt')).toBe('port 80\n');
			await again.quit();
		});

		it('has not written a file before it was asked to: that is said, and a reading changed nothing', async () => {
			const server = await lab.startServer({alias: 'asleep', relay: {}});
			onTestFinished(server.thaw);
			writeThere(server, {'app.txt': 'port 80\n'});
			const {place, upstream} = await openHopPlace(lab);
			const agent = openRobot({place, columns: 120, rows: 30});
			await agent.see('help');
			agent.say('/hop asleep');
			await agent.see('@asleep ready');
			agent.say('write it');
			const input = {path: 'app.txt', content: 'port 8080\n'};
			wishFor(await upstream.next(), [{name: 'write_file', input}]);
			await agent.see('Esc later');
			server.freeze();
			await agent.answer('y');
			await agent.see(/● .*write on/);
			agent.press('Escape');
			await agent.see('stopped; nothing was written');
			agent.say('read it');
			const asked = await upstream.next();
			expect(resultOf(asked, 'c0')).toMatchObject({success: false, written: []});
			wishFor(asked, [{name: 'read_file', input: {path: 'app.txt'}}], 1);
			await agent.see(/● .*read on/);
			agent.press('Escape');
			await agent.see('stopped; it changed nothing');
			server.thaw();
			await agent.quit();
			expect(readThere(server, 'app.txt')).toBe('port 80\n');
		});
	});
});
