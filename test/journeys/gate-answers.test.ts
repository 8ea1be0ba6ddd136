import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Person, Place} from '../helpers/agent.ts';
import {openRobot} from '../helpers/robot.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked, Upstream} from '../helpers/scripted-upstream.ts';

type Wish = {readonly name: string; readonly input: object};

const run = (cmd: string): Wish => ({name: 'unified_exec', input: {cmd}});

/** The model asks for these calls at once. */
function call(asked: Asked, wishes: readonly Wish[], from = 0): void {
	for (const [index, {name, input}] of wishes.entries()) {
		asked.call({id: `c${from + index}`, index, name, arguments: JSON.stringify(input)});
	}
	asked.finish({reason: 'tool_calls'});
}

async function seeCards(wishes: readonly Wish[], {rows = 30, columns = 100, settings = {}} = {}) {
	const {upstream, place} = await openScriptedPlace(settings);
	const agent = openRobot({place, rows, columns});
	agent.say('do something');
	call(await upstream.next(), wishes);
	await agent.see('Esc later');
	return {agent, place, upstream};
}

function textOf({cwd}: Place, name: string): string {
	const path = join(cwd, name);
	return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** What the model was told of each call, by its id. */
function results({body}: Asked): Readonly<Record<string, string>> {
	return Object.fromEntries(
		body.messages
			.filter((message: {role: string}) => message.role === 'tool')
			.map((message: {tool_call_id: string; content: string}) => [
				message.tool_call_id,
				message.content,
			]),
	);
}

async function say(upstream: Upstream, text: string): Promise<Asked> {
	const asked = await upstream.next();
	asked.say(text);
	asked.finish();
	return asked;
}

function count(agent: Person, what: RegExp): number {
	return agent.screen().match(what)?.length ?? 0;
}

describe('the answer to a card', () => {
	it('runs the call once; the card becomes its result in place, and the model goes on with tools', async () => {
		const {agent, place, upstream} = await seeCards([
			run('echo restarted >> log; echo "it is up"'),
		]);
		expect(agent.screen()).toContain('Run this on this machine');
		await agent.answer('y');
		const asked = await upstream.next();
		expect(asked.body.tools.length).toBeGreaterThan(5);
		expect(results(asked)['c0']).toContain('it is up');
		asked.say('The service is up again.');
		asked.finish();
		await agent.see('The service is up again.');
		await agent.idle();
		expect(textOf(place, 'log')).toBe('restarted\n');
		expect(count(agent, /✓ run/g)).toBe(1);
		expect(count(agent, /. run {2}echo restarted/g)).toBe(1);
	});

	it('gives two calls of one tool their own results', async () => {
		const {agent, upstream} = await seeCards([
			run('echo one > a; cat a'),
			run('echo two > b; cat b'),
		]);
		await agent.answer('g');
		await agent.see('all 2 once');
		expect(agent.screen()).toContain('2 echo two > b; cat b');
		await agent.answer('y', 'all 2 once');
		const told = results(await upstream.next());
		expect(told['c0']).toContain('one');
		expect(told['c1']).toContain('two');
		expect(told['c0']).not.toContain('two');
	});

	it('edited first runs what was edited, and the model is told; the journal has both', async () => {
		const {agent, place, upstream} = await seeCards([run('echo theirs > a')]);
		await agent.answer('e');
		await agent.see('what will run');
		agent.press('C-a', 'C-k');
		agent.type('echo yours yes > a');
		agent.press('Enter');
		await agent.see('edited by you');
		expect(textOf(place, 'a')).toBe('');
		await agent.answer('y', 'edited by you');
		const told = JSON.parse(results(await upstream.next())['c0'] ?? '');
		expect(told).toMatchObject({success: true, edited_by_user: {cmd: 'echo yours yes > a'}});
		expect(textOf(place, 'a')).toBe('yours yes\n');
		const raws = journalOf(place).flatMap(event => ('raw' in event ? [event.raw] : []));
		expect(raws.map(raw => JSON.parse(raw).cmd)).toEqual(['echo theirs > a', 'echo yours yes > a']);
	});

	it('left alone with Esc while editing keeps the command and the message that was begun', async () => {
		const {agent, place} = await seeCards([run('echo theirs > a')]);
		await agent.answer('e');
		await agent.see('what will run');
		agent.type('; rm x');
		agent.press('Escape');
		await agent.see('Esc later');
		await agent.answer('y');
		await expect.poll(() => textOf(place, 'a')).toBe('theirs\n');
	});

	it('always: the rule is shown, can be edited, is saved, and covers what begins like it', async () => {
		const {agent, place, upstream} = await seeCards([run('printf x')]);
		await agent.answer('a');
		await agent.see('"match":"printf x"');
		await agent.answer('e', 'save this rule');
		await agent.see('what is allowed');
		agent.press('BSpace', 'BSpace', 'Enter');
		await agent.see('"match":"printf"');
		await agent.answer('y', 'save this rule');
		call(await upstream.next(), [run('printf a b'), run('printf a > file')], 1);
		await agent.see(/printf a > file +│\n│ +waits for your answer/);
		const saved = () =>
			JSON.parse(readFileSync(join(place.home, 'config.json'), 'utf8')).permissions?.rules;
		await expect
			.poll(saved)
			.toEqual([{scope: 'shell', host: 'local', match: 'printf', then: 'allow'}]);
		await expect
			.poll(() => journalOf(place).filter(event => event.type === 'tool.ended').length)
			.toBe(2);
	});

	it('for a time or a session is listed, and taken back it asks again', async () => {
		const {agent, upstream} = await seeCards([run('echo a')]);
		await agent.answer('t');
		await agent.see('for an hour');
		await agent.answer('2', 'for an hour');
		await say(upstream, 'Done with the first.');
		await agent.see('Done with the first.');
		await agent.idle();
		agent.say('/grants');
		await agent.see(/shell on local: unified_exec +until \d\d:\d\d/);
		agent.press('Enter');
		await agent.seeNot('Enter takes it back');
		agent.say('again');
		call(await upstream.next(), [run('echo b')], 1);
		await agent.see('Esc later');
	});

	it('three times no to the same call stops the model, and asks what to do instead', async () => {
		const {agent, place, upstream} = await seeCards([run('echo no > a')]);
		await agent.answer('n');
		call(await upstream.next(), [run('echo no > a')], 1);
		await agent.see('refused once in this turn');
		await agent.answer('n', 'refused once');
		call(await upstream.next(), [run('echo no > a')], 2);
		await agent.answer('n', 'refused 2 times');
		await agent.see('What should it do instead?');
		await agent.idle();
		expect(upstream.seen()).toBe(3);
		expect(textOf(place, 'a')).toBe('');
	});

	it('is never a paste of y, and y held for two seconds runs one of two', async () => {
		const {agent, place} = await seeCards([run('echo x >> a'), run('echo x >> b')]);
		agent.paste('yyyy');
		await agent.see('❯ yyyy');
		expect(textOf(place, 'a')).toBe('');
		agent.press('C-u', 'M-a');
		await agent.answer('y');
		await agent.hold(['y'], 2000);
		await agent.see(/echo x >> b +│\n│ +waits for your answer/);
		await expect.poll(() => textOf(place, 'a')).toBe('x\n');
		expect(textOf(place, 'b')).toBe('');
	});
});

describe('several answers at once', () => {
	it('g and y, and both held down after that, run each of the waiting calls once', async () => {
		const {agent, place, upstream} = await seeCards([run('echo x >> a'), run('echo x >> b')]);
		await agent.answer('g');
		await agent.answer('y', 'all 2 once');
		await agent.hold(['y', 'g', 'y'], 1000);
		const told = results(await upstream.next());
		expect(Object.values(told).map(text => JSON.parse(text).success)).toEqual([true, true]);
		expect([textOf(place, 'a'), textOf(place, 'b')]).toEqual(['x\n', 'x\n']);
	});

	it('a yes and a no in one burst are a text, as a paste without marks is: they answer nothing', async () => {
		const {agent, place} = await seeCards([run('echo x >> a')]);
		await agent.answer('ynys');
		await agent.see('❯ ynys');
		const answers = () => journalOf(place).filter(event => event.type === 'authorization.answered');
		expect(answers()).toHaveLength(0);
		agent.press('C-u', 'M-a');
		await agent.answer('y');
		await expect.poll(() => textOf(place, 'a')).toBe('x\n');
		expect(answers()).toHaveLength(1);
	});
});

describe('permission', () => {
	it('can be for calls like this one only: others ask, and it is listed', async () => {
		const {agent, place, upstream} = await seeCards([run('echo a')]);
		await agent.answer('t');
		await agent.see('every command');
		await agent.answer('e', 'only calls like this');
		await agent.see('what is allowed');
		agent.press('BSpace', 'BSpace', 'Enter');
		await agent.see('shell calls that begin with these words');
		await agent.answer('s', 'this session');
		call(await upstream.next(), [run('echo b'), run('printf c > c')], 1);
		await agent.see('Esc later');
		await expect
			.poll(() => journalOf(place).filter(event => event.type === 'tool.ended').length)
			.toBe(2);
		await agent.answer('n');
		await say(upstream, 'Then not.');
		await agent.see('Then not.');
		await agent.idle();
		agent.say('/grants');
		await agent.see(/shell on local: unified_exec echo +for this session/);
	});

	it('for the network does not reach addresses of this machine: those ask, with the reason', async () => {
		const {agent, upstream} = await seeCards([
			{name: 'fetch_url', input: {url: 'http://127.0.0.1:1/x'}},
		]);
		await agent.see('Reach the network from this machine');
		await agent.see('asks because it is an address on this machine or a private network');
		await agent.answer('s');
		const metadata = 'http://169.254.169.254/latest/meta-data';
		call(await upstream.next(), [{name: 'fetch_url', input: {url: metadata}}], 1);
		await agent.see('169.254.169.254');
		await agent.see('asks because it is an address on this machine or a private network');
		await agent.answer('n');
		expect(results(await upstream.next())['c1']).toContain('denied');
	});
});

describe('Esc while a program runs', () => {
	it('says on the card that the call was cancelled and where its program still runs', async () => {
		const {agent, upstream} = await seeCards([run('echo begun; sleep 1000')]);
		const runs = () => agent.processes().some(({command}) => command.includes('sleep 1000'));
		await agent.answer('y');
		await agent.see('runs echo begun');
		await expect.poll(runs).toBe(true);
		agent.press('Escape');
		await agent.see('cancelled; its program was left running in terminal 1');
		expect(count(agent, /✓ run/g)).toBe(0);
		expect(runs()).toBe(true);
		agent.say('what now?');
		const told = JSON.parse(results(await upstream.next())['c0'] ?? '');
		expect(told).toMatchObject({success: false, running: true, session_id: 1});
	});
});

describe('a change of a file', () => {
	const edit = (before: string, after: string): Wish => ({
		name: 'edit_file',
		input: {path: 'README.md', old_string: before, new_string: after},
	});

	it('is shown as a difference first, written after y, and brought back with Ctrl+X u', async () => {
		const {agent, place, upstream} = await seeCards([edit('# A folder', '# The folder')]);
		expect(agent.screen()).toContain('Change this on this machine');
		expect(agent.screen()).toMatch(/- # A folder/);
		expect(agent.screen()).toMatch(/\+ # The folder/);
		await agent.answer('y');
		await say(upstream, 'Changed it.');
		await agent.see('Changed it.');
		expect(textOf(place, 'README.md')).toBe('# The folder\n');
		await agent.idle();
		await agent.see('kept for /undo');
		agent.press('C-x', 'u');
		await agent.see('is as it was before');
		expect(textOf(place, 'README.md')).toBe('# A folder\n');
		await agent.see('undone');
	});

	it('is refused when the file was changed under the waiting card', async () => {
		const {agent, place, upstream} = await seeCards([edit('# A folder', '# The folder')]);
		writeFileSync(join(place.cwd, 'README.md'), '# A folder\nand my own line\n');
		await agent.answer('y');
		expect(results(await upstream.next())['c0']).toContain('changed after the person was shown');
		expect(textOf(place, 'README.md')).toBe('# A folder\nand my own line\n');
	});

	it('that can not be made is told to the model and asks nobody', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place});
		agent.say('do something');
		call(await upstream.next(), [edit('not there', 'x')]);
		expect(results(await upstream.next())['c0']).toContain('not in the file');
		expect(journalOf(place).some(event => event.type === 'authorization.asked')).toBe(false);
	});
});
