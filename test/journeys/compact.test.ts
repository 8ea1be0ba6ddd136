import {describe, expect, it} from 'vitest';
import {openRobot} from '../helpers/robot.ts';
import {runProgram} from '../helpers/run-program.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';

const isSummary = ({body}: Asked) => body.tools === undefined || body.tools.length === 0;

const longAnswer = `There are ${'apples '.repeat(300)}here.`;

const answers = (asked: Asked) => {
	// What was said last stands behind the summary, in one message with it.
	const content = String(asked.body.messages.at(-1).content).split('\n\n').at(-1) ?? '';
	const words = content === 'list the apples' ? longAnswer : `You said ${content.length}.`;
	asked.say(isSummary(asked) ? 'The person counts fruit: list the apples.' : words);
	asked.finish();
};

describe('/compact on the screen', () => {
	it('shows the summary, which the model is given from then on, and what it cost', async () => {
		const {upstream, place} = await openScriptedPlace();
		upstream.always(answers);
		const agent = openRobot({place, columns: 110, rows: 40});
		agent.say('list the apples');
		await agent.see('apples here.');
		agent.say('and pears?');
		await agent.see('You said 10.');
		agent.say('/compact the apples');
		await agent.see('context compacted');
		await agent.see('The person counts fruit');
		const asked: Asked[] = [];
		upstream.always(next => {
			asked.push(next);
			answers(next);
		});
		agent.say('go on then');
		await agent.see('You said 10.');
		await expect.poll(() => asked.length).toBe(1);
		const given = JSON.stringify(asked[0]?.body.messages);
		expect(given).toContain('The person counts fruit');
		expect(given).not.toContain('apples apples');
		agent.say('/context');
		await agent.see('of 32768');
		agent.press('Escape');
		await agent.seeNot('of 32768: ');
		agent.say('/cost');
		await agent.see('providers[].prices');
		expect(journalOf(place).find(({type}) => type === 'context.compacted')).toMatchObject({
			focus: 'the apples',
		});
	});
});

describe('exec', () => {
	it('compacts a conversation that the provider finds too long, and answers', async () => {
		const {upstream, place} = await openScriptedPlace();
		upstream.always(answers);
		await runProgram(['exec', 'list the apples'], {place});
		const [session] = JSON.parse((await runProgram(['sessions', '--json'], {place})).out);
		let refusals = 0;
		upstream.always(asked => {
			const isLong = JSON.stringify(asked.body.messages).includes('apples apples');
			if (isSummary(asked) || !isLong) {
				answers(asked);
				return;
			}
			refusals += 1;
			const message = "This model's maximum context length is 100 tokens.";
			asked.answer({status: 400, body: {error: {message, code: 'context_length_exceeded'}}});
		});
		const {code, out, err} = await runProgram(['exec', '--session', session.id, 'go on'], {place});
		expect({code, out, refusals}, err).toEqual({code: 0, out: 'You said 5.\n', refusals: 1});
		expect(err).toContain('context compacted: about');
	});
});
