import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {writeSession} from '../../bench/long-session.ts';
import {checkpointPath} from '../../source/storage/checkpoint.ts';
import {openAgent, openPlace} from '../helpers/agent.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';
import {hasTmux} from '../helpers/tmux.ts';

const messages = 3000;

describe.skipIf(!hasTmux)('a long session', () => {
	it('is opened from its checkpoint the second time, and from its journal when that is damaged', async () => {
		const place = openPlace();
		const session = writeSession({...place, messages});
		const path = checkpointPath(place.home, session);
		const resume = async () => {
			const agent = openAgent({place, parameters: ['resume']});
			await agent.see(`Answer ${messages / 2}.`);
			return agent;
		};
		const first = await resume();
		await expect.poll(() => existsSync(path)).toBe(true);
		await first.quit();

		const second = await resume();
		await second.quit();

		writeFileSync(path, readFileSync(path, 'utf8').replace('Question 1:', 'Question 0:'));
		const third = await resume();
		await third.quit();
		const opened = journalOf(place).filter(event => event.type === 'session.opened');
		const said = opened.map(event => event.checkpoint);
		const refused = 'not used: it is damaged, or was written somewhere else';
		expect(said).toEqual([undefined, undefined, undefined, refused]);
	});

	it('is asked about with all of its past, also right after it came back', async () => {
		const {upstream, place} = await openScriptedPlace();
		const session = writeSession({...place, messages});
		const resume = async () => {
			const agent = openAgent({place, parameters: ['resume', '--model', 'scripted/scripted']});
			await agent.see(`Answer ${messages / 2}.`);
			return agent;
		};
		const first = await resume();
		await expect.poll(() => existsSync(checkpointPath(place.home, session))).toBe(true);
		await first.quit();

		const second = await resume();
		second.say('and what came first?');
		const asked = await upstream.next();
		// It is so long that a summary is asked for first; also that begins at the beginning.
		expect(JSON.stringify(asked.body.messages)).toContain('Question 1: how is it?');
	});
});
