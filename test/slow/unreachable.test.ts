import {describe, expect, it} from 'vitest';
import {openAgent} from '../helpers/agent.ts';
import {runProgram} from '../helpers/run-program.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import {hasTmux} from '../helpers/tmux.ts';

/** All tries of the proxy and of the turn together: the route rests longer each time. */
const givesUpMs = 200_000;

describe('a provider that can not be reached', () => {
	it('ends exec with 4, after some tries', async () => {
		const {upstream, place} = await openScriptedPlace();
		await upstream.close();
		const {code, err} = await runProgram(['exec', 'hello'], {place});
		expect(code).toBe(4);
		expect(err).toContain("scripted can't be reached");
	});

	it.skipIf(!hasTmux)('is given up in the end, with what to do about it', async () => {
		const {upstream, place} = await openScriptedPlace();
		await upstream.close();
		const agent = openAgent({place});
		agent.say('hello');
		await agent.see('Check the network and the address in the settings', givesUpMs);
		expect(agent.screen()).toContain("scripted can't be reached");
		agent.say('/model practice');
		agent.say('thanks');
		await agent.see('You are welcome');
	});
});
