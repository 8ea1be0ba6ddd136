import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {
	answerWith,
	openHopPlace,
	readThere,
	resultOf,
	turnEnded,
	type Wish,
	wishFor,
	writeThere,
} from '../helpers/remote-workspace.ts';
import {openRobot} from '../helpers/robot.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';

const test = 'echo "1 passed"; read -p "again? " x; echo "said $x"\n';
const edit: Wish = {
	name: 'edit_file',
	input: {path: 'app.txt', old_string: '80', new_string: '8080'},
};
const runTests: Wish = {
	name: 'unified_exec',
	input: {cmd: 'sh test.sh', wait_for: {text: 'again'}},
};
const waitLong: Wish = {
	name: 'run_in_terminal',
	input: {command: 'echo be""gan; sleep 60', explanation: 'waits'},
};
const read: Wish = {name: 'read_file', input: {path: 'app.txt'}};

describe('on another machine', () => {
	describeWithSshd('over a real sshd', () => {
		const lab = openSshLab();
		afterAll(() => lab.close());

		it('behind a jump host one edits, undoes, tests, takes over, loses the link and goes on', async () => {
			await lab.startServer({alias: 'jump'});
			const web = await lab.startServer({
				alias: 'web',
				jump: 'jump',
				known: 'unknown',
				relay: {},
			});
			writeThere(web, {'app.txt': 'port 80\n', 'test.sh': test});
			const {place, upstream} = await openHopPlace(lab);
			const agent = openRobot({place});
			await agent.see('help');

			agent.say('/hop web');
			await agent.see('Is this really web?');
			expect(agent.screen()).toMatch(/\+--\[ED25519 256\]--\+[\s\S]*SHA256:[\w+/]{43}/);
			agent.press('Enter');
			await agent.answer('y', 'it is the right key');
			await agent.see('@web ready');
			await expect.poll(agent.title).toMatch(/^web: agent-tui/);

			agent.say('use another port');
			const first = await upstream.next();
			const [{content: told}] = first.body.messages;
			expect(told).toContain(`Host: web (${lab.user}@127.0.0.1:${web.port} via jump), Linux.`);
			expect(told).toContain(`Working folder: ${web.home}.`);
			wishFor(first, [edit]);
			await agent.see(`Change this on web (${lab.user}@127.0.0.1:${web.port} via jump), in ~?`);
			expect(agent.screen()).toMatch(/- port 80[\s\S]*\+ port 8080/);
			await agent.answer('y');
			const edited = await upstream.next();
			expect(readThere(web, 'app.txt')).toBe('port 8080\n');
			expect(existsSync(join(place.cwd, 'app.txt'))).toBe(false);

			wishFor(edited, [runTests], 1);
			await agent.see('Run this on web (');
			await agent.answer('y');
			const tested = await upstream.next();
			expect(resultOf(tested, 'c1').output).toContain('1 passed');
			answerWith(tested, 'The tests wait for you.');
			await agent.see('The tests wait for you.');
			agent.say('/undo');
			await agent.see('On web: ');
			expect(readThere(web, 'app.txt')).toBe('port 80\n');
			agent.press('M-2');
			await agent.see(/web: (\? )?sh test\.sh/);
			agent.press('Enter');
			await agent.see('you type');
			agent.say('yes');
			await agent.see('said yes');
			await agent.see('✓ 0');
			agent.press('C-x', '1');
			await agent.see('The tests wait for you.');

			agent.say('a long one');
			wishFor(await upstream.next(), [waitLong], 2);
			await agent.answer('y');
			agent.press('M-2');
			await agent.see('began');
			agent.press('M-1');
			web.relay?.cut();
			await agent.see('@web lost');
			await agent.see('connection lost, outcome unknown');
			const lost = await upstream.next();
			expect(resultOf(lost, 'c2')).toMatchObject({
				outcome: 'lost',
				status: null,
				context: 'remote',
				host: 'web',
				output: 'began\n',
				hint: expect.stringContaining('Look at what it did before doing it again'),
			});
			wishFor(lost, [read], 3);
			const refused = await upstream.next();
			expect(resultOf(refused, 'c3')).toMatchObject({error: {kind: 'unreachable'}});
			answerWith(refused, 'It is gone.');
			await agent.see('It is gone.');

			web.relay?.restore();
			agent.press('C-x', 'j');
			await agent.see('@web ready');
			agent.say('go on');
			wishFor(await upstream.next(), [read], 4);
			const back = await upstream.next();
			expect(resultOf(back, 'c4')).toMatchObject({content: 'port 80\n'});
			answerWith(back, 'It is as it was.');
			await agent.see('It is as it was.');
			await turnEnded(place);
			await agent.quit();
		});

		it('hosts of the ssh config are completed, and the files on one that is connected', async () => {
			const far = await lab.startServer({alias: 'far-away'});
			writeThere(far, {'notes-there.md': 'x'});
			const {place} = await openHopPlace(lab);
			const agent = openRobot({place});
			await agent.see('help');
			agent.type('/hop far');
			await agent.see('of your ssh config');
			agent.press('Tab');
			await agent.see('/hop far-away');
			agent.press('Enter');
			await agent.see('@far-away ready');
			agent.type('read @far-away:~/not');
			await agent.see('far-away:~/notes-there.md');
			agent.press('Tab');
			await agent.see('read @far-away:~/notes-there.md');
			agent.press('C-u');
			agent.type('/hop ');
			await agent.see('this machine');
			agent.press('C-u');
			await agent.quit();
		});

		it('hosts are completed with those last used first, in a later session too', async () => {
			for (const alias of ['aa-first', 'bb-second']) {
				await lab.startServer({alias});
			}
			const {place} = await openHopPlace(lab);
			const agent = openRobot({place});
			await agent.see('help');
			for (const host of ['aa-first', 'bb-second', 'aa-first', 'bb-second']) {
				agent.say(`/hop ${host}`);
				await agent.see(`@${host} ready`);
			}
			agent.say('/hop local');
			await agent.seeNot('@bb-second');
			agent.type('/hop ');
			await agent.see(/bb-second +ready[\s\S]*aa-first +ready[\s\S]*of your ssh/);
			agent.press('C-u');
			await agent.quit();
			const later = openRobot({place});
			await later.see('help');
			later.type('/hop ');
			await later.see(
				/bb-second +used before[\s\S]*aa-first +used before[\s\S]*of your ssh config/,
			);
			later.press('Tab');
			await later.see('❯ /hop bb-second');
			later.press('C-u');
			await later.quit();
		});

		it('a key that has changed has a card with both fingerprints and what to do, and no yes', async () => {
			const server = await lab.startServer({alias: 'turned', known: 'changed'});
			const {place} = await openHopPlace(lab);
			const agent = openRobot({place, columns: 110, rows: 36});
			await agent.see('help');
			agent.say('/hop turned');
			await agent.see('Refused turned: the key of');
			expect(agent.screen()).toMatch(
				/shown now: ssh-ed25519 SHA256:[\w+/]{43}[\s\S]*on record: ssh-ed25519 SHA256:[\w+/]{43}/,
			);
			expect(agent.screen()).toContain(`ssh-keygen -R '[127.0.0.1]:${server.port}' -f`);
			agent.press('y');
			expect(agent.screen()).not.toContain('@turned ready');
			await agent.quit();
		});

		it('one turn works on two hosts and here at once, each card saying where', async () => {
			const [one, two] = await Promise.all([
				lab.startServer({alias: 'one'}),
				lab.startServer({alias: 'two'}),
			]);
			const {place, upstream} = await openHopPlace(lab);
			const agent = openRobot({place, columns: 100, rows: 30});
			await agent.see('help');
			agent.say('/hop one');
			await agent.see('@one ready');
			agent.say('where are we?');
			wishFor(await upstream.next(), [
				{name: 'hop_connect', input: {target: 'two', switch: false}},
			]);
			await agent.see('Connect to two?');
			await agent.answer('y');
			const connected = await upstream.next();
			expect(resultOf(connected, 'c0')).toMatchObject({
				host: 'two',
				status: 'ready',
				current: false,
			});
			const say = (host?: string): Wish => ({
				name: 'run_in_terminal',
				input: {command: 'echo "$HOME" > where', explanation: 'says where', ...(host && {host})},
			});
			wishFor(connected, [say(), say('two'), say('local')], 1);
			for (const host of ['one', 'two', 'local']) {
				await agent.see(`Run this on ${host === 'local' ? 'this machine' : host}`);
				await agent.answer('y');
			}
			const done = await upstream.next();
			expect(resultOf(done, 'c1')).toMatchObject({host: 'one', context: 'remote', cwd: one.home});
			expect(resultOf(done, 'c2')).toMatchObject({host: 'two', context: 'remote', cwd: two.home});
			expect(resultOf(done, 'c3')).toMatchObject({host: 'local', context: 'local', cwd: place.cwd});
			expect(readThere(one, 'where')).toBe(`${one.home}\n`);
			expect(readThere(two, 'where')).toBe(`${two.home}\n`);
			expect(readThere({...one, home: place.cwd}, 'where')).toBe(`${place.home}\n`);
			answerWith(done, 'In three places.');
			await agent.see('In three places.');
			expect(agent.screen()).toMatch(/run on one[\s\S]*run on two/);
			agent.say('/hop local');
			await agent.see('from here on: local');
			agent.say('and now?');
			const here = await upstream.next();
			expect(here.body.messages[0].content).toContain('Host: local (this machine');
			expect(JSON.stringify(here.body.messages)).toContain('the current host is now local');
			answerWith(here, 'Here.');
			await agent.see('Here.');
			await turnEnded(place);
			await agent.quit();
		});
	});
});
