import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createEngine} from '../../source/engine/engine.ts';
import {sessionPast} from '../../source/engine/past-of-session.ts';
import {systemPorts} from '../../source/engine/system-ports.ts';
import {defaultSettings} from '../../source/events/settings.ts';
import {systemClock} from '../../source/platform/clock.ts';
import type {State} from '../../source/state/state.ts';
import {createStore} from '../../source/state/store.ts';
import {openSession} from '../../source/storage/open-session.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {
	type Agent,
	type AgentOptions,
	cleanEnvironment,
	expectGone,
	openAgent,
	type Person,
	type Place,
} from '../helpers/agent.ts';
import {takeCard} from '../helpers/answer-card.ts';
import {openRobot} from '../helpers/robot.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';
import {hasTmux} from '../helpers/tmux.ts';

const lines = Array.from({length: 12}, (_, index) => `Line ${index + 1} of what was said.`);
const call = {
	id: 'c1',
	name: 'unified_exec',
	arguments: JSON.stringify({cmd: 'echo ran >> count; sleep 1000'}),
};

describe.skipIf(!hasTmux)('kill -9', () => {
	it('in the middle of a stream loses nothing that the screen had shown', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openAgent({isInside: true, place, rows: 30});
		agent.say('tell me a lot');
		const asked = await upstream.next();
		asked.say(lines.map(line => `- ${line}\n`).join(''));
		const shown = await agent.see('Line 12 of what was said.');
		await killAtOnce(agent);
		await asked.left;

		const before = replayed(place);
		expect(lines.filter(line => !shown.includes(line))).toEqual([]);
		expect(lines.filter(line => !lastReply(before).includes(line))).toEqual([]);
		expect(before.chat.turn).not.toBeNull();

		const again = openAgent({isInside: true, place, rows: 30, parameters: ['resume']});
		const resumed = await again.see('⊘ interrupted');
		expect(lines.filter(line => !resumed.includes(line))).toEqual([]);
		again.say('go on');
		const next = await upstream.next();
		expect(JSON.stringify(next.body.messages)).toContain('Line 12 of what was said.');
	});

	it('leaves a journal whose replay is the state of the session that takes it up', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openAgent({isInside: true, place});
		agent.say('tell me a lot');
		const asked = await upstream.next();
		asked.say(lines.join('\n'));
		await agent.see('Line 12');
		await killAtOnce(agent);

		const state = await resumeInProcess(place);
		expect(state.chat.turn).toBeNull();
		expect(state.chat.items.at(-1)).toMatchObject({type: 'ending', outcome: 'interrupted'});
		expect(durable(replayed(place))).toEqual(durable(state));
	});

	it('while a card waits brings the card back, and y then runs it once', async () => {
		const {agent, place, upstream} = await seeCard(options =>
			openAgent({...options, isInside: true}),
		);
		await killAtOnce(agent);
		const again = openAgent({isInside: true, place, parameters: ['resume']});
		await again.see('Run this on this machine');
		expect(timesRun(place)).toBe(0);
		await takeCard(again);
		await again.answer('y');
		await again.see('Esc stops');
		await expect.poll(() => timesRun(place)).toBe(1);
		again.press('Escape');
		await again.see('interrupted');
		again.say('go on');
		await upstream.next();
		expect(timesRun(place)).toBe(1);
	});

	it('is not needed for that: who quits while a card waits finds it waiting again', async () => {
		const {agent, place} = await seeCard(openRobot);
		await agent.quit();
		const again = openRobot({place, parameters: ['resume']});
		await again.see('Run this on this machine');
		expect(timesRun(place)).toBe(0);
		await again.answer('y');
		await expect.poll(() => timesRun(place)).toBe(1);
	});

	it('while a command runs ends the command, and says that its outcome is unknown', async () => {
		const {agent, place} = await seeCard(options => openAgent({...options, isInside: true}));
		await agent.answer('y');
		await expect.poll(() => timesRun(place)).toBe(1);
		expect(agent.processes().some(({command}) => command.includes('sleep 1000'))).toBe(true);
		await killAtOnce(agent);
		const again = openAgent({isInside: true, place, parameters: ['resume']});
		await again.see('the program ended while it ran; its outcome is unknown');
		await again.see('⊘ interrupted');
		await again.see('The program ended while this ran');
		expect(timesRun(place)).toBe(1);
	});
});

async function seeCard<Someone extends Person>(open: (options: AgentOptions) => Someone) {
	const {upstream, place} = await openScriptedPlace();
	const agent = open({place});
	agent.say('run it');
	const asked = await upstream.next();
	asked.call(call);
	asked.finish({reason: 'tool_calls'});
	await agent.see('Run this on this machine');
	return {agent, place, upstream};
}

/** No process of ours outlives it, the proxy and the commands in the terminals included. */
async function killAtOnce(agent: Agent): Promise<void> {
	const started = agent.processes();
	process.kill(agent.pid(), 'SIGKILL');
	await expectGone(started);
}

function timesRun({cwd}: Place): number {
	const path = join(cwd, 'count');
	return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}

function replayed(place: Place): State {
	const store = createStore(systemClock());
	store.replay(journalOf(place));
	return store.state();
}

function lastReply({chat}: State): string {
	const reply = chat.items.findLast(item => item.type === 'reply');
	return reply?.type === 'reply' ? reply.text : '';
}

/** What is written down; the rest is how this screen looks at it. */
function durable({session, chat, calls, grants, terminals}: State) {
	return {session, chat, calls: [...calls], grants, terminals};
}

/** The engine without a screen, as a front end of its own would open it. */
async function resumeInProcess(place: Place): Promise<State> {
	const id = journalOf(place).find(event => event.type === 'session.started')?.session;
	const problems: string[] = [];
	const opened = openSession({
		folder: place.home,
		wanted: id ?? null,
		clock: systemClock(),
		redactor: createRedactor([]),
		onProblem: ({message}) => problems.push(message),
	});
	expect(opened.ok && problems).toEqual([]);
	if (!opened.ok) {
		throw new Error(opened.failure.message);
	}
	const engine = createEngine(
		systemPorts({
			clock: systemClock(),
			...opened.value,
			past: sessionPast(opened.value.past),
			env: cleanEnvironment(place),
			cwd: place.cwd,
			version: '0',
			settings: defaultSettings,
			headless: null,
			folders: {config: place.home, state: place.home},
			doctor: async () => [],
			terminalsFolder: null,
			watchFolder: null,
			configFolder: null,
			redactor: createRedactor([]),
		}),
	);
	engine.start();
	await engine.stop('quit');
	return engine.parts.store.state();
}
