import {describe, expect, it} from 'vitest';
import {type Agent, openAgent} from '../helpers/agent.ts';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {hasTmux} from '../helpers/tmux.ts';

const answer = (asked: Asked) => {
	asked.say('Here I am again.');
	asked.finish();
};

/** When it is asked again. */
const nextTry = /(?:tries again|try \d+) in \d+ s/;

describe('when the model', () => {
	it('answers 500, it is said, asked again, and goes on when it is well', async () => {
		const {agent, upstream} = await openBroken(asked =>
			asked.answer({status: 500, body: {error: {message: 'the machine is on fire'}}}),
		);
		await agent.see(nextTry);
		await agent.see('the machine is on fire');
		upstream.always(answer);
		await agent.see('Here I am again.');
		await agent.idle();
	});

	it('answers 401, it is said at once, with what to do', async () => {
		const {agent, upstream} = await openBroken(asked =>
			asked.answer({status: 401, body: {error: {message: 'Incorrect API key provided'}}}),
		);
		await agent.see('Check the key of this provider');
		expect(agent.screen()).toContain('scripted');
		await agent.idle();
		expect(upstream.seen()).toBe(1);
	});

	it('breaks off in the middle of a text, the answer goes on in its place, and that is said', async () => {
		const {agent, upstream} = await openBroken();
		const first = await upstream.next();
		first.say('Half of a sen');
		await agent.see('Half of a sen');
		first.reset();
		const second = await upstream.next();
		second.say('tence, and its other half.');
		second.finish();
		await agent.see('Half of a sentence, and its other half.');
		await agent.see('The stream broke off in the middle');
		await agent.idle();
	});

	it('breaks off and stays away, what it said is kept apart from what it says then', async () => {
		const {agent, upstream} = await openBroken();
		const first = await upstream.next();
		first.say('Half of a sen');
		await agent.see('Half of a sen');
		upstream.always(asked => asked.reset());
		first.reset();
		await agent.see('The answer broke off here.');
		upstream.always(answer);
		await agent.see('Here I am again.');
		await agent.idle();
	});

	it('ends without having said that it ends, that is no answer', async () => {
		const {agent, upstream} = await openBroken();
		const first = await upstream.next();
		first.say('Half of a sen');
		await agent.see('Half of a sen');
		upstream.always(asked => asked.end());
		first.end();
		await agent.see('The answer broke off here.');
		upstream.always(answer);
		await agent.see('Here I am again.');
	});

	it('says nothing for too long, it is asked again, and Esc ends the waiting', async () => {
		const {agent, upstream} = await openBroken(undefined, {proxy: {firstByteMs: 1000}});
		const first = await upstream.next();
		await agent.see(/thinks +\d/);
		await first.left;
		await upstream.next();
		agent.press('Escape');
		await agent.see('⊘ interrupted');
		await agent.idle();
	});

	it('is a web page, the page is named and not shown as an answer', async () => {
		const {agent} = await openBroken(asked =>
			asked.answer({
				headers: {'content-type': 'text/html'},
				body: '<html><body><h1>Please log in</h1></body></html>',
			}),
		);
		await agent.see(/web page|HTML/i);
		expect(agent.screen()).not.toContain('<body>');
	});

	it('fails again and again, Esc ends the waiting for the next try at once', async () => {
		const {agent} = await openBroken(asked => asked.answer({status: 503, body: {}}));
		await agent.see(nextTry);
		agent.press('Escape');
		await agent.see('⊘ interrupted');
		await agent.idle();
	});

	it('can not be reached, it is said why', async () => {
		const {agent} = await openBroken(undefined, {}, 'close');
		await agent.see("scripted can't be reached: nothing listens");
		agent.press('Escape');
		await agent.see('⊘ interrupted');
	});
});

describe.skipIf(!hasTmux)('when the proxy', () => {
	it('is killed in the middle of an answer, it is started again and the turn goes on', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openAgent({place, columns: 110});
		agent.say('are you there?');
		const first = await upstream.next();
		first.say('Half of a sen');
		await agent.see('Half of a sen');
		const before = proxyPid(agent);
		process.kill(before, 'SIGKILL');
		answer(await upstream.next());
		await agent.see('Here I am again.');
		await agent.idle();
		expect(proxyPid(agent)).not.toBe(before);
	});

	it('stands still, Esc still ends the turn, and R in the monitor brings a new one', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openAgent({place, columns: 110});
		agent.say('are you there?');
		const first = await upstream.next();
		first.say('Half of a sen');
		await agent.see('Half of a sen');
		const before = proxyPid(agent);
		process.kill(before, 'SIGSTOP');
		agent.press('Escape');
		await agent.see('⊘ interrupted');
		agent.press('M-3', 'R');
		await agent.see('1 restart');
		agent.press('M-1');
		agent.say('and now?');
		answer(await upstream.next());
		await agent.see('Here I am again.');
	});
});

async function openBroken(
	script?: (asked: Asked) => void,
	settings: object = {},
	how: 'open' | 'close' = 'open',
) {
	const {upstream, place} = await openScriptedPlace(settings);
	if (script) {
		upstream.always(script);
	}
	if (how === 'close') {
		await upstream.close();
	}
	const agent = openRobot({place, columns: 110});
	agent.say('are you there?');
	return {agent, upstream};
}

function proxyPid(agent: Agent): number {
	return agent.processes().find(({command}) => command.includes('proxy.js'))!.pid;
}
