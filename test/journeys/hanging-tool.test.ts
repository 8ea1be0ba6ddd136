import {describe, expect, it} from 'vitest';
import {type Agent, expectGone, openAgent, type Place} from '../helpers/agent.ts';
import {runInside} from '../helpers/exec-inside.ts';
import {processTree} from '../helpers/processes.ts';
import {openRobot} from '../helpers/robot.ts';
import {startProgram} from '../helpers/run-program.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {hasTmux} from '../helpers/tmux.ts';

/** Asks for a command that does not end, and has the last word about it. */
const hangs = (name: string, input: object) => (asked: Asked) => {
	const isTold = asked.body.messages.some(({role}: {role: string}) => role === 'tool');
	if (isTold) {
		asked.say('I know.');
		asked.finish();
	} else {
		asked.call({id: 'c1', name, arguments: JSON.stringify(input)});
		asked.finish({reason: 'tool_calls'});
	}
};

const runs = hangs('run_in_terminal', {command: 'sleep 1000', explanation: 'wait'});
const limited = hangs('unified_exec', {cmd: 'sleep 1000', timeout_ms: 1000});

const endOf = (place: Place) => {
	const ends = journalOf(place).filter(event => event.type === 'tool.ended');
	expect(ends).toHaveLength(1);
	return ends[0]!.outcome;
};

const isAsleep = (pid: number) =>
	expect
		.poll(() => processTree(pid).some(({command}) => command.endsWith('sleep 1000')))
		.toBe(true);

describe('a tool that hangs, under exec', () => {
	it.each([
		['SIGINT', 'cancelled'],
		['SIGTERM', 'interrupted'],
	] as const)('is ended by %s, and its record says %s', async (signal, status) => {
		const {place, upstream} = await openScriptedPlace();
		upstream.always(runs);
		const program = startProgram(['exec', '--allow', 'shell', 'go'], {place});
		await isAsleep(program.pid);
		const started = processTree(program.pid);
		program.signal(signal);
		expect((await program.done).code).toBe(130);
		expect(endOf(place)).toMatchObject({status});
		await expectGone(started);
	});

	it('is ended by its deadline, and its record says timeout', async () => {
		const {place, upstream} = await openScriptedPlace();
		upstream.always(limited);
		const {code, out, err} = await runInside(['exec', '--allow', 'shell', 'go'], {place});
		expect({code, out}, err).toEqual({code: 0, out: 'I know.\n'});
		expect(endOf(place)).toMatchObject({status: 'failed', failure: {kind: 'timeout'}});
		const failures = await runInside(['logs', '--failures'], {place});
		expect(failures.out).toContain('sleep 1000');
	});
});

describe('a tool that hangs, on the screen', () => {
	it('is ended by Esc, and its record says cancelled', async () => {
		const {place, upstream} = await openScriptedPlace();
		upstream.always(runs);
		const agent = openRobot({place});
		agent.say('go');
		await agent.answer('y');
		await isAsleep(process.pid);
		agent.press('Escape');
		await agent.see('⊘ interrupted');
		expect(endOf(place)).toMatchObject({status: 'cancelled'});
		await agent.idle();
	});

	it.skipIf(!hasTmux)(
		'is ended with the program by SIGTERM, and its record says interrupted',
		async () => {
			const {agent, place} = await hanging();
			const started = agent.processes();
			process.kill(agent.pid(), 'SIGTERM');
			await agent.ended();
			expect(endOf(place)).toMatchObject({status: 'interrupted'});
			await expectGone(started);
		},
	);
});

async function hanging(): Promise<{readonly agent: Agent; readonly place: Place}> {
	const {place, upstream} = await openScriptedPlace();
	upstream.always(runs);
	const agent = openAgent({isInside: true, place});
	agent.say('go');
	await agent.answer('y');
	await isAsleep(agent.pid());
	return {agent, place};
}
