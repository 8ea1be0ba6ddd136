import {execFileSync, spawnSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openPlace} from '../helpers/agent.ts';
import {openRobot} from '../helpers/robot.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';

const size = {columns: 120, rows: 40};

/** What the model was told of its last call. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads into it as deep as it likes.
function lastResult(asked: Asked): any {
	const told = asked.body.messages.findLast((message: {role: string}) => message.role === 'tool');
	return JSON.parse(told.content);
}

function call(asked: Asked, {id, name, input}: {id: string; name: string; input: object}): void {
	asked.call({id, name, arguments: JSON.stringify(input)});
	asked.finish({reason: 'tool_calls'});
}

function has(program: string): boolean {
	return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

describe('a story of agent and user in one terminal', () => {
	it('Python: the agent starts it and computes, you import something, the agent uses it', async () => {
		const agent = openRobot(size);
		agent.say('start python');
		await agent.answer('y', 'Run this on this machine');
		await agent.see('│>>>');
		await agent.idle();
		agent.say('compute 6*7');
		await agent.answer('y', 'Type this into a program on this machine?');
		await agent.see(/│42 /);
		await agent.idle();

		agent.press('C-x', 'i');
		await agent.see('Ctrl+X i hands back');
		agent.say('import math; print("imported", math.tau > 6)');
		await agent.see('│imported True');
		agent.press('C-x', 'i');
		await agent.seeNot('you type');

		agent.press('M-1');
		agent.say('type math.factorial(10)');
		await agent.answer('y', 'Type this into a program on this machine?');
		await agent.see('│3628800');
		await agent.see(/Session 1 says[\s\S]*3628800/);
		await agent.idle();
	});

	it.skipIf(!has('ssh-keygen'))(
		'ssh-keygen: you type the passphrase in the masked prompt, and it is written nowhere',
		async () => {
			const secret = 'correct-horse-71';
			const agent = openRobot({...size, place: openPlace()});
			agent.say('run ssh-keygen -q -t ed25519 -f key');
			await agent.answer('y', 'Run this on this machine');
			// What is typed before it asks again it throws away.
			for (const prompt of [/Enter passphrase/, /same passphrase again/]) {
				await agent.see(prompt);
				await agent.see('hides its input: Alt+P types it');
				agent.press('M-p');
				await agent.see('hidden input ❯');
				agent.type(secret);
				await agent.see(`hidden input ❯ ${'•'.repeat(secret.length)}`);
				agent.press('Enter');
				await agent.seeNot('hidden input ❯');
			}
			await agent.see('✓ 0');
			await agent.idle();
			expect(agent.screen()).not.toContain(secret);
			await agent.quit();

			const key = join(agent.place.cwd, 'key');
			const opened = execFileSync('ssh-keygen', ['-y', '-P', secret, '-f', key], {
				encoding: 'utf8',
			});
			expect(opened).toContain('ssh-ed25519');
			expect(filesWith(agent.place.home, secret)).toEqual([]);
			expect(filesWith(agent.place.cwd, secret)).toEqual([]);
		},
	);

	it.skipIf(!has('vim'))(
		'vim: the agent opens a file, you edit and save, the agent sees what came of it',
		async () => {
			const {upstream, place} = await openScriptedPlace();
			const agent = openRobot({...size, place});
			agent.say('open the notes');
			const cmd = 'vim -u NONE -N -n notes.txt';
			call(await upstream.next(), {id: 'c1', name: 'unified_exec', input: {cmd}});
			await agent.answer('y', 'Run this on this machine');
			const opened = await upstream.next();
			expect(lastResult(opened)).toMatchObject({
				running: true,
				waiting: 'input',
				output: '',
				screen: {alternate: true, rows: expect.arrayContaining(['~'])},
			});
			agent.press('C-x', 'i');
			await agent.see('you type');

			call(opened, {id: 'c2', name: 'write_stdin', input: {session_id: 1, chars: ':q!\n'}});
			// It can't succeed, so nobody is asked.
			const refused = await upstream.next();
			expect(lastResult(refused)).toMatchObject({
				running: true,
				error: {code: 'user_has_control'},
			});
			const isQuestion = ({type}: {type: string}) => type === 'authorization.asked';
			expect(journalOf(place).filter(isQuestion)).toHaveLength(1);
			await agent.see('the agent waits for the keyboard');
			call(refused, {id: 'c3', name: 'write_stdin', input: {session_id: 1}});

			agent.type('ione two three');
			agent.press('Escape', 'Home', 'DC');
			agent.say(':w');
			await agent.see('written');
			agent.press('C-x', 'i');
			const told = await upstream.next();
			expect(lastResult(told)).toMatchObject({
				user_typed: true,
				woke_by: {condition: 'handed_back', session_id: 1},
				screen: {rows: expect.arrayContaining(['ne two three'])},
			});
			expect(JSON.stringify(lastResult(told))).not.toContain('u001b');
			expect(readFileSync(join(place.cwd, 'notes.txt'), 'utf8')).toBe('ne two three\n');
			told.say('I see your note.');
			told.finish();
			agent.press('M-1');
			await agent.see('I see your note.');
		},
	);

	it('two builds in the background: the model is asked again when both had something to say', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({...size, place});
		agent.say('build both');
		const builds = [
			'until test -e go-1; do sleep 0.1; done; echo first is built; sleep 60',
			'until test -e go-2; do sleep 0.1; done; exit 3',
		];
		let asked = await upstream.next();
		for (const [index, cmd] of builds.entries()) {
			const input = {cmd, yield_time_ms: 100};
			call(asked, {id: `c${index}`, name: 'unified_exec', input});
			await agent.answer('y', 'Run this on this machine');
			asked = await upstream.next();
		}
		const waitFor = {text: 'is built', exit: true, session_ids: [2]};
		const input = {session_id: 1, yield_time_ms: 60_000, wait_for: waitFor};
		call(asked, {id: 'w1', name: 'write_stdin', input});
		const before = upstream.seen();
		await agent.see(/waiting for terminal 1, 2: \d+ s/);
		expect(upstream.seen()).toBe(before);

		spawnSync('touch', [join(place.cwd, 'go-2')]);
		asked = await upstream.next();
		expect(lastResult(asked)['woke_by']).toEqual({condition: 'exit', session_id: 2});
		expect(upstream.seen()).toBe(before + 1);

		call(asked, {id: 'w2', name: 'write_stdin', input: {...input, wait_for: {text: 'is built'}}});
		spawnSync('touch', [join(place.cwd, 'go-1')]);
		asked = await upstream.next();
		expect(lastResult(asked)).toMatchObject({
			woke_by: {condition: 'text', session_id: 1, match: 'is built'},
			output: expect.stringContaining('first is built'),
		});
		expect(upstream.seen()).toBe(before + 2);
		asked.say('Both.');
		asked.finish();
		await agent.idle();
	});
});

/** Every file below a folder in which the text stands. */
function filesWith(folder: string, text: string): readonly string[] {
	return readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => join(entry.parentPath, entry.name))
		.filter(path => readFileSync(path).includes(text));
}
