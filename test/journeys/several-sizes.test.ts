import {expect, it} from 'vitest';
import {serveTestEngine} from '../helpers/remote-engine.ts';
import {openRobot} from '../helpers/robot.ts';

it('screens of three sizes show one session whole; a terminal has the size of the one that took it last, and of one that is left when that one leaves', async () => {
	const {engine, attached} = await serveTestEngine();
	const heightOf = () => {
		const [terminal] = engine.parts.store.state().terminals;
		return engine.live.terminal(terminal!.id)!.snapshot().rows.length;
	};
	const small = openRobot({open: attached(), columns: 80, rows: 24});
	await small.see('? help');
	small.say('!echo be""gun; exec cat');
	await small.see('begun');
	const smallRows = heightOf();
	const middle = openRobot({open: attached(), columns: 120, rows: 40});
	const large = openRobot({open: attached(), columns: 200, rows: 60});
	for (const agent of [middle, large]) {
		await agent.see('begun');
		await agent.see('another screen types');
	}
	await small.see('3 screens');
	expect(heightOf()).toBe(smallRows);
	large.press('C-x', '2', 'Enter');
	await large.see('you type');
	await small.see('another screen types');
	await expect.poll(heightOf).toBeGreaterThan(smallRows);
	const largeRows = heightOf();
	large.say('from the large one');
	for (const agent of [small, middle, large]) {
		await agent.see('from the large one');
	}
	await middle.see(/\d+x\d+ of \d+x\d+/);
	large.press('C-x', 'd');
	await small.see('2 screens');
	await expect.poll(heightOf).toBeLessThan(largeRows);
	middle.press('C-x', '2', 'Enter');
	await middle.see('you type');
	await expect.poll(heightOf).toBeGreaterThan(smallRows);
	expect(heightOf()).toBeLessThan(largeRows);
	middle.say('and from the middle one');
	await small.see('and from the middle one');
});
