import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {isProcessAlive} from '../../source/platform/process-identity.ts';
import {openAgent} from '../helpers/agent.ts';
import {
	answerWith,
	openHopPlace,
	resultOf,
	turnEnded,
	type Wish,
	wishFor,
	writeThere,
} from '../helpers/remote-workspace.ts';
import {journalOf} from '../helpers/scripted-place.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';
import {hasTmux} from '../helpers/tmux.ts';

const command = 'for i in 1 2 3 4 5 6 7 8; do echo line-$i; sleep 0.4; done';

describe.skipIf(!hasTmux)('a command in a tmux on the other machine', () => {
	describeWithSshd('over a real sshd', () => {
		const lab = openSshLab();
		afterAll(() => lab.close());

		it('outlives its connection: its card says so meanwhile, and not a line is missing after', async () => {
			const server = await lab.startServer({
				alias: 'kept',
				relay: {},
				bashrc: `export TMUX_TMPDIR=${lab.folder} TMPDIR=${lab.folder}\n`,
			});
			const {place, upstream} = await openHopPlace(lab, {hops: {persist: 'tmux'}});
			const agent = openAgent({isInside: true, place});
			await agent.see('help');
			agent.say('/hop kept');
			await agent.see('@kept ready');
			agent.say('count');
			wishFor(await upstream.next(), [
				{name: 'run_in_terminal', input: {command, explanation: 'counts'}},
			]);
			await agent.answer('y');
			agent.press('M-2');
			await agent.see('line-2');
			agent.press('M-1');
			server.relay?.cut();
			await agent.see('@kept lost');
			await agent.see('it may go on there');
			server.relay?.restore();
			agent.press('C-x', 'j');
			await agent.see('@kept ready');
			const told = await upstream.next();
			expect(resultOf(told, 'c0')).toMatchObject({
				outcome: 'exited',
				status: 0,
				output: Array.from({length: 8}, (_, index) => `line-${index + 1}\n`).join(''),
			});
			answerWith(told, 'All of it.');
			await agent.see('All of it.');
			await turnEnded(place);
			await agent.quit();
		});

		const numbered = (from: number, to: number) =>
			Array.from({length: to - from + 1}, (_, index) => `line-${from + index}\n`).join('');
		/** Prints up to six lines, then as many as are asked for, each when its file is there. */
		const counting = `for i in 1 2 3 4 5 6; do until [ $i -le 3 -o -e go ]; do sleep 0.1; done; echo line-$i; done; until [ -e end ]; do sleep 0.1; done; exit 7`;

		const startKilled = async (alias: string) => {
			const server = await lab.startServer({
				alias,
				bashrc: `export TMUX_TMPDIR=${lab.folder} TMPDIR=${lab.folder}\n`,
			});
			const {place, upstream} = await openHopPlace(lab, {hops: {persist: 'tmux'}});
			const agent = openAgent({isInside: true, place, columns: 120, rows: 30});
			await agent.see('help');
			agent.say(`/hop ${alias}`);
			await agent.see(`@${alias} ready`);
			agent.say('count');
			const input = {cmd: counting, wait_for: {text: 'line-3'}};
			wishFor(await upstream.next(), [{name: 'unified_exec', input}]);
			await agent.answer('y');
			const told = await upstream.next();
			expect(resultOf(told, 'c0')).toMatchObject({
				running: true,
				output: numbered(1, 3),
				output_read: numbered(1, 3).length + 3,
			});
			answerWith(told, 'It counts.');
			await agent.see('It counts.');
			await turnEnded(place);
			const begin = journalOf(place).findLast(({type}) => type === 'session.opened');
			const pid = begin?.type === 'session.opened' ? begin.pid : 0;
			process.kill(pid, 'SIGKILL');
			await expect.poll(() => isProcessAlive({pid, start: null})).toBe(false);
			return {place, upstream, server};
		};
		const ask: Wish = {
			name: 'write_stdin',
			input: {session_id: 1, chars: '', wait_for: {text: 'line-6'}},
		};

		it('is the same terminal after agent-tui was killed: not a byte is missing, and none comes twice', async () => {
			const {place, upstream, server} = await startKilled('returned');
			writeThere(server, {go: ''});
			const again = openAgent({
				isInside: true,
				place,
				parameters: ['resume'],
				columns: 120,
				rows: 30,
			});
			await again.see('/hop returned brings back what was left there in tmux');
			await again.see('It was left in tmux on returned');
			again.say('/hop returned');
			await again.see('it is the same terminal on returned');
			again.press('M-2');
			await again.see(/line-1\s[\s\S]*line-2\s[\s\S]*line-3\s[\s\S]*line-6/);
			again.press('M-1');
			again.say('and now?');
			wishFor(await upstream.next(), [ask], 1);
			const told = await upstream.next();
			expect(resultOf(told, 'c1')).toMatchObject({
				session_id: 1,
				running: true,
				output: numbered(4, 6),
				hint: expect.stringContaining('this is the same terminal'),
			});
			writeThere(server, {end: ''});
			wishFor(told, [{...ask, input: {session_id: 1, chars: '', wait_for: {exit: true}}}], 2);
			const ended = await upstream.next();
			expect(resultOf(ended, 'c2')).toMatchObject({running: false, exit_code: 7, output: ''});
			answerWith(ended, 'It ended.');
			await again.see('It ended.');
			await turnEnded(place);
			await again.quit();
			const opened = journalOf(place).filter(({type}) => type === 'terminal.opened');
			expect(opened).toHaveLength(1);
		});

		it('says with which exit code it ended while agent-tui was away, and has its whole output', async () => {
			const {place, upstream, server} = await startKilled('ended');
			writeThere(server, {go: '', end: ''});
			await expect.poll(() => tmuxFolders(lab.folder, 'died')).toMatch(/^died 7,/m);
			const again = openAgent({
				isInside: true,
				place,
				parameters: ['resume'],
				columns: 120,
				rows: 30,
			});
			await again.see('/hop ended brings back what was left there in tmux');
			again.say('/hop ended');
			await again.see('ended meanwhile, with exit code 7');
			again.say('and now?');
			wishFor(await upstream.next(), [ask], 1);
			const told = await upstream.next();
			expect(resultOf(told, 'c1')).toMatchObject({exit_code: 7, output: numbered(4, 6)});
			answerWith(told, 'It had ended.');
			await again.see('It had ended.');
			await turnEnded(place);
			await again.quit();
			await expect.poll(() => tmuxFolders(lab.folder, 'log')).not.toContain('line-6');
		});
	});
});

/** What the files of that name hold in all folders of terminals that are kept. */
function tmuxFolders(folder: string, name: string): string {
	return readdirSync(folder)
		.filter(entry => entry.startsWith('agent-tui.'))
		.map(entry => join(folder, entry, name))
		.map(path => (existsSync(path) ? readFileSync(path, 'latin1') : ''))
		.join('');
}
