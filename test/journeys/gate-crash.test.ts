import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {expectGone, openAgent} from '../helpers/agent.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import {hasTmux} from '../helpers/tmux.ts';

const commands = ['echo first >> count', 'echo second >> count', 'echo third >> count; sleep 1000'];

describe.skipIf(!hasTmux)('three waiting calls', () => {
	it('answered in reverse order and cut by kill -9 run at most once, and the model gets each result once', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openAgent({place, rows: 30, columns: 100});
		const ran = () => {
			const path = join(place.cwd, 'count');
			return existsSync(path) ? readFileSync(path, 'utf8') : '';
		};
		agent.say('do all three');
		const asked = await upstream.next();
		for (const [index, cmd] of commands.entries()) {
			const given = JSON.stringify({cmd});
			asked.call({id: `c${index}`, index, name: 'unified_exec', arguments: given});
		}
		asked.finish({reason: 'tool_calls'});
		await agent.answer('Left', '1 of 3 waiting');
		await agent.answer('y', '3 of 3 waiting');
		await expect.poll(ran).toBe('third\n');
		await agent.answer('Right', '1 of 2 waiting');
		await agent.answer('r', '2 of 2 waiting');
		agent.say('not the second one');
		await agent.see('denied: not the second one');
		const started = agent.processes();
		process.kill(agent.pid(), 'SIGKILL');
		await expectGone(started);

		const again = openAgent({place, rows: 30, columns: 100, parameters: ['resume']});
		await again.see('Allow shell on local?');
		await again.see('its outcome is unknown');
		expect(ran()).toBe('third\n');
		again.press('M-a');
		await again.answer('y');
		const next = await upstream.next();
		expect(ran()).toBe('third\nfirst\n');
		const told = next.body.messages.filter((message: {role: string}) => message.role === 'tool');
		expect(told.map((message: {tool_call_id: string}) => message.tool_call_id)).toEqual([
			'c0',
			'c1',
			'c2',
		]);
		expect(told[0].content).toContain('"success":true');
		expect(told[1].content).toContain('not the second one');
		expect(told[2].content).toContain('"kind":"interrupted"');
	});
});
