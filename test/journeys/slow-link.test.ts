import {connect} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {openRelay} from '../helpers/relay.ts';
import {serveTestEngine} from '../helpers/remote-engine.ts';
import {openRobot} from '../helpers/robot.ts';

it('attached over a link that takes 300 ms each way, a session is shown whole and no key is lost', async () => {
	const {engine, attached, path, says} = await serveTestEngine();
	says({type: 'text', text: 'An answer from before.'});
	engine.dispatch({type: 'send', text: 'hello'});
	await engine.query({type: 'idle'});
	const opened = await engine.query({type: 'run-shell', command: 'echo be""gun; exec cat'});
	const terminal = opened.ok ? opened.value : null!;
	engine.dispatch({type: 'control-terminal', terminal, by: 'model'});
	const relay = await openRelay({to: path, delayMs: 300});
	onTestFinished(relay.close);
	const agent = openRobot({
		open: attached(async () => connect(relay.port, '127.0.0.1')),
		columns: 120,
		rows: 40,
	});
	const first = await agent.see('begun');
	expect(first).toContain('An answer from before.');
	expect(first).toContain('exec cat');
	// Keys come faster than the link carries them, also right after the one that takes the keyboard.
	agent.press('C-x', '2', 'Enter');
	const words = Array.from({length: 60}, (_, number) => `w${number}`).join(' ');
	for (const letter of words) {
		agent.type(letter);
		await new Promise(resolve => setImmediate(resolve));
	}
	agent.press('Enter');
	await expect.poll(() => agent.screen().replaceAll(/[\s│]+/g, ' ')).toContain(words.slice(-40));
	const text = () => engine.query({type: 'terminal-text', terminal, from: 0, to: 100});
	await expect
		.poll(async () => String(await text()).replaceAll(/\s+/g, ' '))
		.toContain(`${words} ${words}`);
});
