import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Place} from '../helpers/agent.ts';
import {runInside} from '../helpers/exec-inside.ts';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';

const allow = {scope: 'shell', match: 'touch', then: 'allow'};
const misspelled = {scope: 'shell', match: 'git push', then: 'denny'};

function setRules({home}: Place, ...rules: readonly unknown[]): void {
	const path = join(home, 'config.json');
	const config = JSON.parse(readFileSync(path, 'utf8'));
	writeFileSync(path, JSON.stringify({...config, permissions: {rules}}));
}

function call(asked: Asked, cmd: string): void {
	asked.call({id: `c-${cmd}`, name: 'unified_exec', arguments: JSON.stringify({cmd})});
	asked.finish({reason: 'tool_calls'});
}

describe('settings that can not be read whole', () => {
	it('are told as long as they stand, and everything asks until they are mended', async () => {
		const {upstream, place} = await openScriptedPlace();
		setRules(place, allow, misspelled);
		const agent = openRobot({place, columns: 120});
		await agent.see('so everything asks until that is mended');
		agent.say('do it');
		call(await upstream.next(), 'touch one');
		await agent.see('not every rule could be read');
		await agent.see('line 1, column');
		setRules(place, allow);
		await agent.answer('n');
		call(await upstream.next(), 'touch two');
		const last = await upstream.next();
		expect(existsSync(join(place.cwd, 'one'))).toBe(false);
		expect(existsSync(join(place.cwd, 'two'))).toBe(true);
		last.finish();
	});

	it('are told line by line too, and a rule that allows does not count', async () => {
		const {upstream, place} = await openScriptedPlace();
		setRules(place, allow, misspelled);
		const agent = openRobot({place, parameters: ['--screen-reader'], rows: 50, columns: 120});
		await agent.see('so everything asks until that is mended');
		agent.say('do it');
		call(await upstream.next(), 'touch one');
		await agent.see('not every rule could be read');
		expect(existsSync(join(place.cwd, 'one'))).toBe(false);
	});
});

describe('a rule of the running session', () => {
	it('that is taken out of the file allows nothing more', async () => {
		const {upstream, place} = await openScriptedPlace();
		setRules(place, allow);
		const agent = openRobot({place});
		agent.say('do it');
		call(await upstream.next(), 'touch one');
		const next = await upstream.next();
		expect(existsSync(join(place.cwd, 'one'))).toBe(true);
		setRules(place);
		call(next, 'touch two');
		await agent.see('Esc later');
		expect(existsSync(join(place.cwd, 'two'))).toBe(false);
	});
});

describe('a rule of the running session, by /rules', () => {
	it('that is added there denies at once, without a card', async () => {
		const {upstream, place} = await openScriptedPlace();
		setRules(place, allow);
		const agent = openRobot({place});
		agent.say('/rules deny shell touch one');
		await expect
			.poll(
				() => JSON.parse(readFileSync(join(place.home, 'config.json'), 'utf8')).permissions.rules,
			)
			.toContainEqual(expect.objectContaining({scope: 'shell', match: 'touch one', then: 'deny'}));
		agent.say('do it');
		call(await upstream.next(), 'touch one');
		const next = await upstream.next();
		expect(JSON.stringify(next.body.messages.at(-1))).toMatch(/deni/);
		call(next, 'touch two');
		await upstream.next();
		expect(['one', 'two'].map(name => existsSync(join(place.cwd, name)))).toEqual([false, true]);
	});
});

describe('a rule that was made on a card', () => {
	it('stands in the file, and allows nothing more when it is taken out there or by /rules', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place, columns: 120});
		agent.say('do it');
		call(await upstream.next(), 'touch one');
		await agent.answer('a');
		await agent.answer('y', 'save this rule and run');
		const second = await upstream.next();
		await expect
			.poll(() => readFileSync(join(place.home, 'config.json'), 'utf8'))
			.toContain('touch one');
		call(second, 'touch one');
		const third = await upstream.next();
		third.finish();
		await agent.idle();
		agent.say('/rules');
		await agent.see('Enter takes it out');
		agent.press('Enter');
		await expect
			.poll(() => readFileSync(join(place.home, 'config.json'), 'utf8'))
			.not.toContain('touch one');
		await agent.see('Taken out');
		agent.say('again');
		call(await upstream.next(), 'touch one');
		await agent.see('Esc later');
	});
});

describe('what nobody watches', () => {
	it.each([
		['exec', ['exec', '--allow', 'shell', 'run echo hi']],
		['the proxy', ['proxy', '--port', '0']],
		['acp', ['acp']],
		['mcp list', ['mcp', 'list']],
		['mcp call', ['mcp', 'call', 'one', 'echo']],
		['mcp add', ['mcp', 'add', 'one', '--', 'true']],
		['mcp remove', ['mcp', 'remove', 'one']],
		['mcp test', ['mcp', 'test', 'one']],
		['mcp login', ['mcp', 'login', 'one']],
		['mcp logout', ['mcp', 'logout', 'one']],
		['mcp trust', ['mcp', 'trust', '--yes']],
	])('%s does not start, and names the line and the column', async (_, argv) => {
		const {place} = await openScriptedPlace();
		setRules(place, misspelled);
		const {code, out, err} = await runInside(argv, {place});
		expect({code, out}).toEqual({code: 2, out: ''});
		expect(err).toMatch(/config\.json, line 1, column \d+: permissions\.rules\.0\.then must be/);
		expect(err).toContain('agent-tui config edit');
		expect(err).toContain("does not start while the settings can't be read whole");
	});

	it('exec denies what a rule allowed that is taken out while it runs, or that is misspelled then', async () => {
		const {upstream, place} = await openScriptedPlace();
		setRules(place, allow);
		const run = runInside(['exec', 'do it'], {place});
		call(await upstream.next(), 'touch one');
		const second = await upstream.next();
		setRules(place);
		call(second, 'touch two');
		const third = await upstream.next();
		setRules(place, allow, misspelled);
		call(third, 'touch three');
		(await upstream.next()).finish();
		expect((await run).code).toBe(3);
		const made = ['one', 'two', 'three'].map(name => existsSync(join(place.cwd, name)));
		expect(made).toEqual([true, false, false]);
	});
});
