import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {isProcessAlive} from '../../source/platform/process-identity.ts';
import {type Agent, openAgent} from '../helpers/agent.ts';
import {runProgram} from '../helpers/run-program.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';
import {hasTmux} from '../helpers/tmux.ts';

const command = `trap '' HUP; echo $$ > number; while :; do sleep 1; done`;
const size = {rows: 40, columns: 190};

/** A command of the model ignores the hang-up, and the built program is killed while it runs. */
async function crash() {
	const {upstream, place} = await openScriptedPlace();
	const agent = openAgent({isInside: true, place, ...size});
	agent.say('run it');
	const asked = await upstream.next();
	asked.call({id: 'c1', name: 'unified_exec', arguments: JSON.stringify({cmd: command})});
	asked.finish({reason: 'tool_calls'});
	await agent.answer('y');
	const path = join(place.cwd, 'number');
	await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8')).toMatch(/^\d+\n$/);
	const pid = Number(readFileSync(path, 'utf8'));
	onTestFinished(() => endNow(pid));
	await expect.poll(() => journalOf(place).some(({type}) => type === 'terminal.opened')).toBe(true);
	process.kill(agent.pid(), 'SIGKILL');
	await expect.poll(() => isProcessAlive({pid: agent.pid(), start: null})).toBe(false);
	return {place, upstream, isRunning: () => isProcessAlive({pid, start: null})};
}

function endNow(pid: number): void {
	if (isProcessAlive({pid, start: null})) {
		process.kill(pid, 'SIGKILL');
	}
}

/** Ends this run as the crash did, without an answer. */
async function leave(agent: Agent): Promise<void> {
	process.kill(agent.pid(), 'SIGKILL');
	await expect.poll(() => isProcessAlive({pid: agent.pid(), start: null})).toBe(false);
}

describe.skipIf(!hasTmux)('a program that ignored the hang-up when agent-tui was killed', () => {
	it('is told of at resume, goes on under Enter alone, and ends when that is chosen', async () => {
		const {place, isRunning} = await crash();
		const again = openAgent({isInside: true, place, ...size, parameters: ['resume']});
		await again.see('still runs after the crash');
		await again.see('Leave it running');
		await again.see('The agent-tui that had started it was killed');
		again.press('Enter');
		await again.seeNot('Leave it running');
		await again.see('still runs after the crash');
		expect(isRunning()).toBe(true);
		await leave(again);

		const third = openAgent({isInside: true, place, ...size, parameters: ['resume']});
		await third.see('Leave it running');
		third.press('Down', 'Enter');
		await third.see('runs no more');
		expect(isRunning()).toBe(false);
		expect(journalOf(place).at(-1)).toMatchObject({type: 'terminal.settled', left: []});
		await third.quit();

		const last = openAgent({isInside: true, place, ...size, parameters: ['resume']});
		await last.idle();
		expect(last.screen()).not.toContain('Leave it running');
	});

	it('is told of line by line, where a number ends it', async () => {
		const {place, isRunning} = await crash();
		const again = openAgent({
			isInside: true,
			place,
			...size,
			parameters: ['resume', '--screen-reader'],
		});
		await again.see('2. End it');
		await again.see('The agent-tui that had started it was killed');
		expect(isRunning()).toBe(true);
		again.say('2');
		await again.see('runs no more');
		expect(isRunning()).toBe(false);
	});

	it('is told of by exec on stderr, and is left alone', async () => {
		const {place, upstream, isRunning} = await crash();
		const [started] = journalOf(place);
		const session = started?.type === 'session.started' ? started.session : '';
		const running = runProgram(['exec', '--session', session, 'go on'], {place});
		const asked = await upstream.next();
		asked.say('done');
		asked.finish();
		const {code, err} = await running;
		expect(code).toBe(0);
		expect(err).toContain('The agent-tui that had started it was killed');
		expect(isRunning()).toBe(true);
	});
});
