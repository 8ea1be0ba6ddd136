import {expect, it} from 'vitest';
import {serveTestEngine} from '../helpers/remote-engine.ts';
import {openRobot} from '../helpers/robot.ts';

/** The default of `terminals.max`. */
const max = 64;

it(`with ${max} terminals the next one is refused: the person and the model are told the limit, which one was idle longest, and what ends one`, async () => {
	const {engine, attached, says, requests} = await serveTestEngine();
	for (let count = 0; count < max; count += 1) {
		expect(await engine.query({type: 'run-shell', command: 'exec cat'})).toMatchObject({ok: true});
	}
	const agent = openRobot({open: attached(), columns: 160, rows: 40});
	await agent.see('64 exec cat');
	agent.press('C-x', '1');
	agent.say('!echo one too many');
	await agent.see('64 terminals are running, which is the limit. Idle longest, for');
	expect(agent.screen()).toContain(
		': 1 (exec cat). /terminals goes to one, and D closes it there.',
	);
	says({type: 'call', id: 'c1', name: 'unified_exec', arguments: '{"cmd":"echo too many"}'});
	agent.say('run it');
	await agent.answer('y');
	await expect.poll(() => requests.length).toBe(2);
	const told = JSON.stringify(requests.at(-1)?.input);
	expect(told).toContain('session_limit');
	expect(told).toContain('1 (exec cat). Close one with close_pty_session and try again.');
	const {terminals} = engine.parts.store.state();
	expect(terminals.filter(({ended}) => ended === null)).toHaveLength(max);
});
