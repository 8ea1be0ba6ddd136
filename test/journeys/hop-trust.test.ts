import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {runInside} from '../helpers/exec-inside.ts';
import {
	answerWith,
	openHopPlace,
	resultOf,
	turnEnded,
	type Wish,
	wishFor,
} from '../helpers/remote-workspace.ts';
import {openRobot} from '../helpers/robot.ts';
import {describeWithSshd, makeKey, openSshLab, type SshLab} from '../helpers/ssh-lab.ts';

const touch: Wish = {
	name: 'run_in_terminal',
	input: {command: 'touch touched', explanation: 'leaves a mark'},
};

/** Everything that was written down of a session, also what was set aside. */
function writtenIn(folder: string): string {
	return readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
		.join('\n');
}

/** Another key than the server has stands in known_hosts from now on. */
function changeKnownKey(lab: SshLab, port: number): void {
	const key = readFileSync(`${makeKey(lab.folder, {name: `other-${port}`})}.pub`, 'utf8');
	const lines = readFileSync(lab.knownHostsFile, 'utf8').split('\n');
	const others = lines.filter(line => !line.includes(`:${port} `));
	const [type, blob] = key.split(' ');
	writeFileSync(
		lab.knownHostsFile,
		[...others, `[127.0.0.1]:${port} ${type} ${blob}`, ''].join('\n'),
	);
}

describe('what a call was allowed on', () => {
	describeWithSshd('over a real sshd', () => {
		const lab = openSshLab();
		afterAll(() => lab.close());

		it('is there or nowhere: a card that comes back without its host runs nothing here', async () => {
			const server = await lab.startServer({alias: 'gone'});
			const {place, upstream} = await openHopPlace(lab);
			const before = openRobot({place});
			await before.see('help');
			before.say('/hop gone');
			await before.see('@gone ready');
			before.say('leave a mark');
			wishFor(await upstream.next(), [touch]);
			await before.see('Run this on gone');
			await before.quit();

			const agent = openRobot({place, parameters: ['resume']});
			await agent.see('@gone not connected');
			await agent.see('gone: not connected; it runs there or not at all');
			await agent.answer('y');
			const asked = await upstream.next();
			expect(resultOf(asked, 'c0')).toMatchObject({
				success: false,
				error: {kind: 'unreachable', message: expect.stringContaining('gone is not connected')},
			});
			expect(readdirSync(place.cwd)).not.toContain('touched');
			expect(readdirSync(server.home)).not.toContain('touched');
			answerWith(asked, 'It is not connected.');
			await agent.see('It is not connected.');
			await turnEnded(place);
			agent.say('/hop gone');
			await agent.see('@gone ready');
			await agent.quit();
		});

		it('is not the host that shows another key now: its card is refused', async () => {
			const server = await lab.startServer({alias: 'swapped'});
			const {place, upstream} = await openHopPlace(lab);
			const before = openRobot({place});
			await before.see('help');
			before.say('/hop swapped');
			await before.see('@swapped ready');
			before.say('leave a mark');
			wishFor(await upstream.next(), [touch]);
			await before.see('Run this on swapped');
			await before.quit();
			changeKnownKey(lab, server.port);

			const agent = openRobot({place, parameters: ['resume'], columns: 120});
			await agent.see('Run this on swapped');
			agent.say('/hop swapped');
			await agent.see(/denied: The key of \[127\.0\.0\.1\]:\d+ has changed/);
			const asked = await upstream.next();
			expect(resultOf(asked, 'c0').error).toMatchObject({kind: 'denied'});
			expect(readdirSync(server.home)).not.toContain('touched');
			answerWith(asked, 'Refused.');
			await agent.see('Refused.');
			await turnEnded(place);
			expect(agent.screen()).toContain('@swapped failed');
			await agent.quit();
		});

		it('opens with a passphrase that is shown, sent and written nowhere', async () => {
			await lab.startServer({alias: 'locked', identity: 'encrypted'});
			const {place} = await openHopPlace(lab);
			const agent = openRobot({place});
			await agent.see('help');
			agent.say('/hop locked');
			await agent.answer('z', 'Passphrase of');
			agent.say('anzibar');
			await agent.answer('x', 'try 2 of 3');
			agent.press('C-u');
			agent.type(lab.passphrase);
			await agent.see(`hidden input ❯ ${'•'.repeat(lab.passphrase.length)}`);
			expect(agent.screen()).not.toContain(lab.passphrase);
			agent.press('Enter');
			await agent.see('@locked ready');
			await agent.quit();
			const written = writtenIn(place.home);
			expect([lab.passphrase, 'zanzibar'].filter(secret => written.includes(secret))).toEqual([]);
		});

		it('is turned away by Esc, and nothing is left that would be tried again', async () => {
			await lab.startServer({alias: 'dismissed', identity: 'encrypted'});
			const {place} = await openHopPlace(lab);
			const agent = openRobot({place});
			await agent.see('help');
			agent.say('/hop dismissed');
			await agent.answer('Escape', 'Passphrase of');
			await agent.seeNot('Passphrase of');
			await agent.seeNot('@dismissed');
			agent.say('/hops');
			await agent.see('No other machine is connected');
			await agent.quit();
		});

		it('without a screen is said before anything is run, and what can not be reached ends it', async () => {
			const server = await lab.startServer({alias: 'batch'});
			await lab.startServer({alias: 'stranger', known: 'unknown'});
			const {place, upstream} = await openHopPlace(lab);
			const asked = upstream.next();
			const running = runInside(['exec', '--hop', 'batch', '--allow', 'shell', 'mark'], {place});
			wishFor(await asked, [touch]);
			const next = await upstream.next();
			expect(resultOf(next, 'c0')).toMatchObject({outcome: 'exited', host: 'batch'});
			answerWith(next, 'Marked.');
			expect(await running).toMatchObject({code: 0, out: 'Marked.\n'});
			expect(readdirSync(server.home)).toContain('touched');

			const seen = upstream.seen();
			const strange = await runInside(['exec', '--hop', 'stranger', 'mark'], {place});
			expect(strange).toMatchObject({code: 1, out: ''});
			expect(strange.err).toContain('nothing was run: The key of [127.0.0.1]:');
			server.kill();
			const dead = await runInside(['exec', '--hop', 'batch', 'mark'], {place});
			expect(dead).toMatchObject({code: 4, out: ''});
			expect(dead.err).toMatch(/nothing was run: .*nobody answers on that port/);
			expect(upstream.seen()).toBe(seen);
			expect(readdirSync(place.cwd)).not.toContain('touched');
		});
	});
});
