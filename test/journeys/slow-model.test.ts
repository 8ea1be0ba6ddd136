import {expect, it} from 'vitest';
import {openAgent} from '../helpers/agent.ts';
import {runInside} from '../helpers/exec-inside.ts';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {hasTmux} from '../helpers/tmux.ts';

/** llama.cpp that has read 62 % of the prompt, until it is told to answer. */
async function slowPlace() {
	const {upstream, place} = await openScriptedPlace();
	const waiting: Asked[] = [];
	let looks = 0;
	let onLook = () => {};
	upstream.always(asked => {
		if (asked.path === '/slots') {
			looks += 1;
			asked.answer({body: [slot]});
			onLook();
		} else if (asked.path.endsWith('/chat/completions')) {
			waiting.push(asked);
		} else {
			asked.answer({status: 404});
		}
	});
	const answer = () => {
		for (const asked of waiting.splice(0)) {
			asked.say('At last.');
			asked.finish();
		}
	};
	return {
		place,
		answer,
		/** Answers after that many looks. */
		answerAfter(count: number) {
			onLook = () => looks >= count && answer();
		},
	};
}

const slot = {
	id: 0,
	id_task: 1,
	is_processing: true,
	n_prompt_tokens: 1000,
	n_prompt_tokens_processed: 620,
	next_token: [{n_decoded: 0}],
};

it.skipIf(!hasTmux)('the screen says how much of the prompt a local model has read', async () => {
	const {place, answer} = await slowPlace();
	const agent = openRobot({place});
	await agent.see('? help');
	agent.type('hello');
	agent.press('Enter');
	await agent.see('reading the prompt, 62 %');
	answer();
	await agent.see('At last.');
	await agent.seeNot('reading the prompt');
	await agent.quit();
});

it.skipIf(!hasTmux)('line by line, that is a line of its own', async () => {
	const {place, answer} = await slowPlace();
	const agent = openAgent({place, parameters: ['--screen-reader'], rows: 50, columns: 120});
	await agent.see('line by line');
	agent.say('hello');
	await agent.see('The model server: reading the prompt, 62 %.');
	answer();
	await agent.see('Agent: At last.');
});

it('exec tells it a person and not a script', async () => {
	const {place, answerAfter} = await slowPlace();
	answerAfter(2);
	const {out, err} = await runInside(['exec', 'hello'], {place});
	expect(out).toBe('At last.\n');
	expect(err.match(/ {2}… reading the prompt, 62 %\n/g)).toHaveLength(1);
	const {place: other, answerAfter: otherAfter} = await slowPlace();
	otherAfter(1);
	const json = await runInside(['exec', '--json', 'hello'], {place: other});
	expect(json.err + json.out).not.toContain('reading the prompt');
});
