import {existsSync, readFileSync, statSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {draftPath, hasDraft} from '../../source/storage/draft.ts';
import {type Agent, openAgent} from '../helpers/agent.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';
import {hasTmux} from '../helpers/tmux.ts';

const call = {
	id: 'c1',
	name: 'unified_exec',
	arguments: JSON.stringify({cmd: 'echo begun; sleep 1000'}),
};

const pasted = Array.from({length: 30}, (_, index) => `line ${index + 1} of it`).join('\n');

/** A signal to the program itself, as the kernel sends it when the window is closed. */
async function end(agent: Agent, signal: NodeJS.Signals): Promise<void> {
	process.kill(agent.processes()[0]!.pid, signal);
	await agent.ended();
}

async function runs(
	agent: Agent,
	upstream: Awaited<ReturnType<typeof openScriptedPlace>>['upstream'],
) {
	agent.say('run it');
	const asked = await upstream.next();
	asked.call(call);
	asked.finish({reason: 'tool_calls'});
	await agent.answer('y');
	// Its output: the command itself stands elsewhere, too.
	await agent.see(/│begun /);
	agent.press('M-c');
}

describe.skipIf(!hasTmux)('after a hang-up, resume', () => {
	it('brings back what was being written, with what was pasted, and the messages in the queue', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openAgent({isInside: true, place, rows: 34});
		await runs(agent, upstream);
		agent.say('and then this');
		await agent.see('❯ and then this');
		agent.type('before ');
		agent.paste(pasted);
		await agent.see('[pasted 30 lines #1]');
		agent.type(' my draft');
		await agent.see('#1] my draft');
		await end(agent, 'SIGHUP');

		const again = openAgent({isInside: true, place, rows: 34, parameters: ['resume']});
		await again.see('before [pasted 30 lines #1] my draft');
		await again.see('❯ and then this');
		again.type(', finished');
		await again.see('my draft, finished');
		again.press('Enter');
		const {body} = await upstream.next();
		const said = JSON.stringify(body.messages);
		expect(said).toContain('line 30 of it');
		expect(said).toContain(' my draft, finished');
	});

	it('says of a command that agent-tui stopped itself that it was stopped, to the person and the model', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openAgent({isInside: true, place, rows: 34});
		await runs(agent, upstream);
		await end(agent, 'SIGHUP');

		const again = openAgent({isInside: true, place, rows: 34, parameters: ['resume']});
		const screen = await again.see('stopped when agent-tui ended; it may have had effects');
		expect(screen).not.toContain('unknown');
		again.say('go on');
		const {body} = await upstream.next();
		const result = body.messages.find(({role}: {role: string}) => role === 'tool');
		expect(JSON.parse(result.content)).toMatchObject({
			success: false,
			running: false,
			output: 'begun\n',
			error: {kind: 'interrupted', message: expect.stringContaining('and stopped it')},
		});
	});

	it('brings a draft back also after kill -9, once the person has paused, and in a session without a message', async () => {
		const {place} = await openScriptedPlace();
		const agent = openAgent({isInside: true, place});
		await agent.see('what is in this folder?');
		agent.type('never sent ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2');
		await agent.see('never sent');
		const session = journalOf(place).find(event => event.type === 'session.started')!.session;
		const path = draftPath(place.home, session, agent.pid());
		await expect.poll(() => existsSync(path)).toBe(true);
		expect(statSync(path).mode & 0o777).toBe(0o600);
		expect(readFileSync(path, 'utf8')).not.toContain('ghp_a1B2');
		await end(agent, 'SIGKILL');
		const again = openAgent({isInside: true, place, parameters: ['resume']});
		await again.see('never sent');
		again.press('C-u');
		await again.seeNot('never sent');
		expect(hasDraft(place.home, session)).toBe(false);
	});
});
