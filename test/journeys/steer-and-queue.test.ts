import {describe, expect, it} from 'vitest';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';

describe('while the agent works', () => {
	it('Enter steers, Tab queues, and both are seen and arrive in their time', async () => {
		const {agent, upstream, asked} = await seeWork();
		agent.say('look at the tests too');
		await agent.see('look at the tests too (at its next step)');
		agent.type('then tell me a joke');
		await agent.see('Enter steers  Tab queues');
		agent.press('Tab');
		await agent.see('then tell me a joke (queued)');
		expect(agent.screen()).toContain('look at the tests too (at its next step)');

		asked.say(' So it is.');
		asked.finish();
		const steered = await upstream.next();
		expect(userWords(steered)).toEqual(['begin', 'look at the tests too']);
		await agent.see('look at the tests too (while it worked)');
		steered.say('The tests are fine.');
		steered.finish();
		const queued = await upstream.next();
		expect(userWords(queued)).toEqual(['begin', 'look at the tests too', 'then tell me a joke']);
		await agent.see('then tell me a joke (was queued)');
		queued.say('There is none.');
		queued.finish();
		await agent.see('There is none.');
		await agent.idle();
	});

	it('Alt+Up takes back what waits, newest first, to be changed or dropped', async () => {
		const {agent, upstream, asked} = await seeWork();
		agent.type('first');
		agent.press('Tab');
		await agent.see('first (queued)');
		agent.type('second');
		agent.press('Tab');
		await agent.see('second (queued)');
		agent.press('M-Up');
		await agent.see('❯ second');
		await agent.seeNot('second (queued)');
		agent.type(' thought');
		agent.press('Tab');
		await agent.see('second thought (queued)');
		asked.finish();
		const next = await upstream.next();
		expect(userWords(next)).toEqual(['begin', 'first']);
		next.finish();
		// Words of one role that follow each other are one message for a provider.
		expect(userWords(await upstream.next())).toEqual(['begin', 'first\n\nsecond thought']);
	});

	it('Esc stops the answer at once, and says what still runs', async () => {
		const {agent, upstream, asked} = await seeWork();
		agent.say('!sleep 1000');
		await agent.see('you type');
		agent.press('C-x', '1');
		await agent.see('2 terminal (1)');
		agent.press('Escape');
		await agent.see('Stopped. Still running, Ctrl+X k ends it: sleep 1000');
		await asked.left;
		await agent.see('interrupted');
		agent.say('go on');
		const next = await upstream.next();
		expect(userWords(next)).toEqual(['begin', 'go on']);
	});

	it('Esc keeps what was queued, says so, and Enter alone sends it', async () => {
		const {agent, upstream} = await seeWork();
		agent.type('for later');
		agent.press('Tab');
		await agent.see('for later (queued)');
		agent.press('Escape');
		await agent.see('1 queued: Enter sends, Alt+Up takes back');
		await agent.see('queued: Enter sends it, Alt+Up takes it back');
		agent.press('Enter');
		expect(userWords(await upstream.next()).at(-1)).toBe('for later');
		await agent.seeNot('(queued)');
	});

	it('Esc keeps what was queued, and what was meant for this turn is said next', async () => {
		const {agent, upstream} = await seeWork();
		agent.type('for later');
		agent.press('Tab');
		await agent.see('for later (queued)');
		agent.say('rather do this');
		await agent.see('rather do this (at its next step)');
		agent.press('Escape');
		const next = await upstream.next();
		expect(userWords(next)).toEqual(['begin', 'rather do this']);
		await agent.see('for later (queued)');
		next.finish();
		expect(userWords(await upstream.next()).at(-1)).toBe('rather do this\n\nfor later');
	});
});

/** The model has begun to answer and does not go on by itself. */
async function seeWork() {
	const {upstream, place} = await openScriptedPlace();
	const agent = openRobot({place});
	agent.say('begin');
	const asked = await upstream.next();
	asked.say('I begin.');
	await agent.see('I begin.');
	await agent.see('Esc stops');
	return {agent, upstream, asked};
}

function userWords({body}: Asked): readonly string[] {
	return body.messages
		.filter((message: {role: string}) => message.role === 'user')
		.map((message: {content: string}) => message.content);
}
