import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {expectGone, openAgent} from '../helpers/agent.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {hasTmux} from '../helpers/tmux.ts';

function call(asked: Asked, commands: readonly string[]): void {
	for (const [index, cmd] of commands.entries()) {
		asked.call({id: `c${index}`, index, name: 'unified_exec', arguments: JSON.stringify({cmd})});
	}
	asked.finish({reason: 'tool_calls'});
}

it.skipIf(!hasTmux)(
	'line by line, each question is read out with its dangers, alone, and only then answered',
	async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openAgent({
			isInside: true,
			place,
			parameters: ['--screen-reader'],
			rows: 50,
			columns: 120,
		});
		await agent.see('line by line');
		agent.say('do it');
		call(await upstream.next(), ['touch one', 'sudo touch two']);
		await agent.see('until the end of this session');
		expect(agent.screen()).not.toContain('sudo touch two');
		// A yes that comes too early for the question is told so, and another one is given after it.
		const isNext = () => agent.screen().includes('danger    sudo: runs as another user');
		const tooEarly = () => agent.screen().split('came just now').length;
		for (let early = tooEarly(); !isNext(); early = tooEarly()) {
			expect(existsSync(join(place.cwd, 'one'))).toBe(false);
			agent.say('yes');
			await expect.poll(() => tooEarly() > early || isNext()).toBe(true);
		}
		await expect.poll(() => existsSync(join(place.cwd, 'one'))).toBe(true);
		agent.say('no not as root');
		const {body} = await upstream.next();
		expect(JSON.stringify(body.messages)).toContain('not as root');
	},
);

it.skipIf(!hasTmux)('a terminal that can draw nothing gets it line by line, and why', async () => {
	const agent = openAgent({isInside: true, env: {TERM: 'dumb'}, rows: 30, columns: 120});
	await agent.see('TERM is "dumb", so nothing can be drawn here: this goes line by line.');
	await agent.see('Write a message and press Enter.');
	expect(agent.screen()).not.toMatch(/[╭+]-/);
	agent.say('/quit');
});

it.skipIf(!hasTmux)(
	'line by line, a call that kill -9 cut short is told at resume, to the person and to the model',
	async () => {
		const {upstream, place} = await openScriptedPlace();
		const size = {rows: 50, columns: 190};
		const agent = openAgent({isInside: true, place, parameters: ['--screen-reader'], ...size});
		await agent.see('line by line');
		agent.say('do it');
		call(await upstream.next(), ['echo ran >> count; sleep 1000']);
		await agent.see('until the end of this session');
		await expect
			.poll(
				() => {
					agent.say('yes');
					return existsSync(join(place.cwd, 'count'));
				},
				{interval: 400},
			)
			.toBe(true);
		const started = agent.processes();
		process.kill(agent.pid(), 'SIGKILL');
		await expectGone(started);
		const again = openAgent({
			isInside: true,
			place,
			parameters: ['resume', '--screen-reader'],
			...size,
		});
		const seen = await again.see('it may have had effects');
		expect(seen).toMatch(/line by line.*\nThe program ended while this ran: unified_exec echo ran/);
		again.say('go on');
		const {body} = await upstream.next();
		expect(JSON.stringify(body.messages)).toContain('It may have had effects');
	},
);

it.skipIf(!hasTmux)(
	"line by line, a folder's instructions are read out, and count after a yes that came late enough",
	async () => {
		const {upstream, place} = await openScriptedPlace({files: {'AGENTS.md': 'Use tabs.\n'}});
		const agent = openAgent({
			isInside: true,
			place,
			parameters: ['--screen-reader'],
			rows: 50,
			columns: 120,
		});
		await agent.see('| Use tabs.');
		agent.say('hello');
		const before = await upstream.next();
		expect(before.body.messages[0].content).not.toContain('Use tabs.');
		before.say('Hello.');
		before.finish();
		await agent.see('Agent: Hello.');
		await expect
			.poll(
				() => {
					const screen = agent.screen();
					if (!screen.includes('until one of them changes')) {
						agent.say('yes');
					}
					return screen;
				},
				{interval: 1100},
			)
			.toContain('read from the next message on');
		agent.say('again');
		const after = await upstream.next();
		expect(JSON.stringify(after.body.messages[0].content)).toContain('Use tabs.');
	},
);
