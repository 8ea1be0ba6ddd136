import {expect, it} from 'vitest';
import {waitingCalls} from '../../source/state/select.ts';
import {serveTestEngine} from '../helpers/remote-engine.ts';
import {openRobot} from '../helpers/robot.ts';

/** A session that waits at a card while no screen shows it. */
async function waitingSession() {
	const served = await serveTestEngine();
	const {engine, says} = served;
	const answered: string[] = [];
	engine.events.subscribe(event => {
		if (event.type === 'authorization.answered') {
			answered.push(event.verdict.type);
		}
	});
	const input = JSON.stringify({cmd: 'echo ran'});
	says({type: 'call', id: 'c1', name: 'unified_exec', arguments: input});
	engine.dispatch({type: 'send', text: 'do something'});
	await expect.poll(() => waitingCalls(engine.parts.store.state())).toHaveLength(1);
	return {...served, answered};
}

/** Longer than a card stays locked after it was seen, shorter than a stall. */
const lockMs = 400;

it('a card of a session that is attached takes no key that comes before its first frame was drawn', async () => {
	const {attached, answered} = await waitingSession();
	const agent = openRobot({open: attached()});
	agent.press('y');
	await agent.see(/Alt\+A goes to this card[\s\S]*❯ y/);
	expect(answered).toEqual([]);
	agent.press('BSpace', 'M-a');
	await agent.answer('y');
	await expect.poll(() => answered).toEqual(['once']);
});

it('a card of a session that is attached takes no key that comes when its frame was sent but not drawn', async () => {
	const {attached, answered} = await waitingSession();
	let isEarly = true;
	const agent = openRobot({
		open: attached(),
		onWrite(text) {
			if (isEarly && text.includes('once')) {
				isEarly = false;
				agent.clock.skip(lockMs);
				agent.press('y');
			}
		},
	});
	await agent.see(/Alt\+A goes to this card[\s\S]*❯ y/);
	expect([isEarly, answered]).toEqual([false, []]);
	agent.press('BSpace', 'M-a');
	await agent.answer('y');
	await expect.poll(() => answered).toEqual(['once']);
});
