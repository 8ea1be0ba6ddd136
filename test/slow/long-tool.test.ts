import {expect, it} from 'vitest';
import {startProgram} from '../helpers/run-program.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';

/** How often it says so at least, `test/turn/run-tool.test.ts` holds. */
it('a long tool says that it is at work, in the journal and to who reads along', async () => {
	const {place, upstream} = await openScriptedPlace();
	upstream.always(asked => {
		const isTold = asked.body.messages.some(({role}: {role: string}) => role === 'tool');
		if (isTold) {
			asked.say('Done.');
			asked.finish();
		} else {
			const input = {command: 'sleep 22', explanation: 'wait'};
			asked.call({id: 'c1', name: 'run_in_terminal', arguments: JSON.stringify(input)});
			asked.finish({reason: 'tool_calls'});
		}
	});
	const {code, err} = await startProgram(['exec', '--allow', 'shell', 'go'], {place}).done;
	expect(code, err).toBe(0);
	expect(err.match(/… waiting for terminal/g)?.length).toBeGreaterThanOrEqual(2);
	const progressed = journalOf(place).filter(({type}) => type === 'tool.progressed');
	expect(progressed.length).toBeGreaterThanOrEqual(2);
});
