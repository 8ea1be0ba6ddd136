import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {localHost} from '../../source/events/ids.ts';
import {circumstances} from '../../source/platform/circumstances.ts';
import {type Agent, expectGone, openAgent, openPlace, type Place} from '../helpers/agent.ts';
import {takeCard} from '../helpers/answer-card.ts';
import {runInside} from '../helpers/exec-inside.ts';
import {openRobot} from '../helpers/robot.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {hasTmux} from '../helpers/tmux.ts';

/** Calls with these commands at once; each leaves a line in a file that counts. */
function run(asked: Asked, commands: Readonly<Record<string, string>>): void {
	for (const [index, [id, cmd]] of Object.entries(commands).entries()) {
		asked.call({id, index, name: 'unified_exec', arguments: JSON.stringify({cmd})});
	}
	asked.finish({reason: 'tool_calls'});
}

function countOf({cwd}: Place): string {
	const path = join(cwd, 'count');
	return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** What the model was told of each call: more than once would be more than one entry. */
function told({body}: Asked): readonly (readonly [string, string])[] {
	return body.messages
		.filter((message: {role: string}) => message.role === 'tool')
		.map((message: {tool_call_id: string; content: string}) => [
			message.tool_call_id,
			message.content,
		]);
}

const first = 'echo first >> count';
const second = 'echo second >> count';
const third = 'echo third >> count; sleep 1000';
const firstShape = join(import.meta.dirname, '../fixtures/journals/first-shape.jsonl');
const size = {rows: 30, columns: 100};

describe.skipIf(!hasTmux)('three waiting calls', () => {
	it('answered in reverse order and cut by kill -9 run at most once, and the model gets each result once', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openAgent({isInside: true, place, ...size});
		agent.say('do all three');
		run(await upstream.next(), {c0: first, c1: second, c2: third});
		await agent.answer('Left', '1 of 3 waiting');
		await allowThirdRefuseSecondAndKill(agent, place);
		await resumeAndAllowFirst(place);
		const next = await upstream.next();
		expect(countOf(place)).toBe('third\nfirst\n');
		expect(told(next)).toEqual([
			['c0', expect.stringContaining('"success":true')],
			['c1', expect.stringContaining('not the second one')],
			['c2', expect.stringContaining('"kind":"interrupted"')],
		]);
	});

	it('of two turns, too: the turn whose card still waits goes on by itself after resume', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openAgent({isInside: true, place, ...size});
		agent.say('do these two');
		run(await upstream.next(), {c0: first, c1: second});
		await agent.answer('Escape', '1 of 2 waiting');
		await agent.see('Alt+A goes to this card');
		agent.say('and meanwhile this one');
		run(await upstream.next(), {c2: third});
		await agent.see('1 of 3 waiting');
		agent.press('M-a');
		await agent.answer('Left', 'Esc later');
		await allowThirdRefuseSecondAndKill(agent, place);
		const again = await resumeAndAllowFirst(place);
		const next = await upstream.next();
		expect(countOf(place)).toBe('third\nfirst\n');
		expect(told(next)).toEqual([
			['c2', expect.stringContaining('"kind":"interrupted"')],
			['c0', expect.stringContaining('"success":true')],
			['c1', expect.stringContaining('not the second one')],
		]);
		next.say('Both are seen to.');
		next.finish();
		await again.see('goes on with: do these two');
		await again.see('Both are seen to.');
		await again.idle();
		expect(upstream.seen()).toBe(3);
	});
});

async function allowThirdRefuseSecondAndKill(agent: Agent, place: Place): Promise<void> {
	await agent.answer('y', '3 of 3 waiting');
	await expect.poll(() => countOf(place)).toBe('third\n');
	await agent.answer('Right', '1 of 2 waiting');
	await agent.answer('r', '2 of 2 waiting');
	await agent.see('why not? the model is told');
	agent.say('not the second one');
	await agent.see('denied: not the second one');
	const started = agent.processes();
	process.kill(agent.pid(), 'SIGKILL');
	await expectGone(started);
}

async function resumeAndAllowFirst(place: Place): Promise<Agent> {
	const again = openAgent({isInside: true, place, ...size, parameters: ['resume']});
	await again.see('Run this on this machine');
	await again.see('its outcome is unknown');
	expect(countOf(place)).toBe('third\n');
	await takeCard(again);
	await again.answer('y');
	return again;
}

describe('a message that is sent while a card waits', () => {
	it('is answered beside it, and the first turn goes on when its card is answered', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place, ...size});
		agent.say('count');
		run(await upstream.next(), {c0: first});
		await agent.answer('Escape');
		await agent.see('Alt+A goes to this card');
		agent.say('why do you want that?');
		const asked = await upstream.next();
		expect(told(asked)).toEqual([['c0', expect.stringContaining('waits for the permission')]]);
		asked.say('To begin the count.');
		asked.finish();
		await agent.see('To begin the count.');
		expect(countOf(place)).toBe('');
		agent.press('M-a');
		await agent.answer('y');
		const next = await upstream.next();
		expect(told(next)).toEqual([['c0', expect.stringContaining('"success":true')]]);
		expect(next.body.messages.at(-1).role).toBe('tool');
		next.say('It begins.');
		next.finish();
		await agent.see('It begins.');
		await agent.idle();
		expect(countOf(place)).toBe('first\n');
		expect(agent.screen().match(/✓ run/g)).toHaveLength(1);
	});
});

describe('a card that comes back', () => {
	/** A session of the first version, whose calls are bound to this folder. */
	const oldSession = (place: Place, folder: string) => {
		const session = join(place.home, 'sessions', 'old');
		mkdirSync(session, {recursive: true});
		const written = readFileSync(firstShape, 'utf8').replaceAll('/projects/old', folder);
		writeFileSync(join(session, 'journal.jsonl'), written);
		return openRobot({place, ...size, parameters: ['resume', 'old']});
	};

	it('from a journal of the first shape can still be answered, and the turn goes on', async () => {
		const place = openPlace();
		const agent = oldSession(place, place.cwd);
		await agent.see('echo waited >> count');
		agent.press('M-a');
		await agent.answer('y');
		await expect.poll(() => countOf(place)).toBe('waited\n');
		await agent.see('ended with exit code 0');
		await agent.idle();
	});

	it('runs in the folder that it was asked about, not where the program was started again', async () => {
		const place = openPlace({files: {'sub/x': ''}});
		const agent = oldSession(place, join(place.cwd, 'sub'));
		agent.press('M-a');
		await agent.answer('y');
		await agent.see('ended with exit code 0');
		expect(readFileSync(join(place.cwd, 'sub/count'), 'utf8')).toBe('waited\n');
		expect(countOf(place)).toBe('');
	});

	it('runs nowhere when that folder is gone, and the model is told which one', async () => {
		const place = openPlace();
		const gone = join(place.cwd, 'gone');
		const agent = oldSession(place, gone);
		agent.press('M-a');
		await agent.answer('y');
		const endOf = () => journalOf(place).findLast(event => event.type === 'tool.ended');
		await expect.poll(endOf).toMatchObject({
			outcome: {status: 'failed', failure: {message: expect.stringContaining(gone)}},
		});
		await agent.idle();
		expect(countOf(place)).toBe('');
	});

	it('after quitting waits beside that of the other turn, and each turn goes on', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place, ...size});
		agent.say('this');
		run(await upstream.next(), {c0: first});
		await agent.answer('Escape');
		await agent.see('Alt+A goes to this card');
		agent.say('and that');
		run(await upstream.next(), {c1: second});
		await agent.see('1 of 2 waiting');
		await agent.quit();

		const again = openRobot({place, ...size, parameters: ['resume']});
		await again.see('1 of 2 waiting');
		again.press('M-a');
		await again.answer('y');
		const next = await upstream.next();
		expect(told(next).at(-1)).toEqual(['c0', expect.stringContaining('"success":true')]);
		next.say('This is done.');
		next.finish();
		await again.see('This is done.');
		again.press('M-a');
		await again.answer('y');
		const last = await upstream.next();
		expect(told(last).at(-1)).toEqual(['c1', expect.stringContaining('"success":true')]);
		expect(told(last)).toHaveLength(2);
		expect(countOf(place)).toBe('first\nsecond\n');
	});

	it.skipIf(!hasTmux)(
		'is refused without a question when the file under its difference has changed',
		async () => {
			const {upstream, place} = await openScriptedPlace();
			const agent = openAgent({isInside: true, place, ...size});
			agent.say('edit it');
			const asked = await upstream.next();
			const input = {path: 'README.md', old_string: '# A folder', new_string: '# The folder'};
			asked.call({id: 'c0', name: 'edit_file', arguments: JSON.stringify(input)});
			asked.finish({reason: 'tool_calls'});
			await agent.see('Change this on this machine');
			process.kill(agent.pid(), 'SIGKILL');
			writeFileSync(join(place.cwd, 'README.md'), '# A folder\nof mine\n');
			const again = openAgent({isInside: true, place, ...size, parameters: ['resume']});
			const next = await upstream.next();
			expect(told(next)).toEqual([
				['c0', expect.stringContaining('changed while the question waited')],
			]);
			await again.seeNot('Esc later');
			expect(readFileSync(join(place.cwd, 'README.md'), 'utf8')).toBe('# A folder\nof mine\n');
		},
	);

	it.skipIf(!hasTmux)(
		'is refused without a question when its arguments are not those that were asked about',
		async () => {
			const {upstream, place} = await openScriptedPlace();
			const agent = openAgent({isInside: true, place, ...size});
			agent.say('count');
			run(await upstream.next(), {c0: first});
			await agent.see('Esc later');
			process.kill(agent.pid(), 'SIGKILL');
			const [session] = readdirSync(join(place.home, 'sessions'));
			const journal = join(place.home, 'sessions', session ?? '', 'journal.jsonl');
			const written = readFileSync(journal, 'utf8');
			writeFileSync(journal, written.replaceAll('echo first', 'echo other'));
			openAgent({isInside: true, place, ...size, parameters: ['resume']});
			expect(told(await upstream.next())).toEqual([
				['c0', expect.stringContaining('it was refused and nothing was run')],
			]);
			expect(countOf(place)).toBe('');
		},
	);
});

describe('a session that is forked while a card waits', () => {
	it('asks in the original only; one yes runs the call once, and the copy says what was left', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place, ...size});
		agent.say('count');
		run(await upstream.next(), {c0: first});
		await agent.see('Esc later');
		await agent.quit();
		const [session = ''] = readdirSync(join(place.home, 'sessions'));
		const {out} = await runInside(['sessions', 'fork', session], {place});
		const copy = readdirSync(join(place.home, 'sessions')).find(name => name !== session) ?? out;
		const other = openRobot({place, ...size, parameters: ['resume', copy]});
		await other.see('not carried along');
		await other.seeNot('Esc later');
		await other.quit();
		const again = openRobot({place, ...size, parameters: ['resume', session]});
		await again.answer('y');
		await expect.poll(() => countOf(place)).toBe('first\n');
	});
});

describe.skipIf(!hasTmux)('a call that was answered and not started when the program died', () => {
	it.each([
		['starts at resume a moment later', 1000],
		['asks again hours later, and says why', 3 * 3_600_000],
	])('%s', async (_, ageMs) => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openAgent({isInside: true, place, ...size});
		agent.say('count');
		run(await upstream.next(), {c0: first});
		await agent.see('Esc later');
		process.kill(agent.pid(), 'SIGKILL');
		await agent.ended();
		const journal = join(place.home, 'sessions', sessionIn(place), 'journal.jsonl');
		const asked = journalOf(place).find(({type}) => type === 'authorization.asked');
		const answer = {
			...{v: 1, seq: 100_000, at: Date.now() - ageMs, type: 'authorization.answered'},
			...{ask: asked && 'ask' in asked ? asked.ask : '', call: 'c0', by: 'key'},
			...{verdict: {type: 'once'}, under: circumstances({host: localHost, cwd: place.cwd})},
		};
		appendFileSync(journal, `${JSON.stringify(answer)}\n`);
		const again = openAgent({isInside: true, place, ...size, parameters: ['resume']});
		if (ageMs > 60_000) {
			await again.see('allowed 3 h ago and not started then');
			expect(countOf(place)).toBe('');
			await again.answer('y');
		}
		await expect.poll(() => countOf(place)).toBe('first\n');
	});
});

function sessionIn({home}: Place): string {
	return readdirSync(join(home, 'sessions'))[0] ?? '';
}
