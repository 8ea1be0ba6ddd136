import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Part} from '../../source/events/part.ts';
import type {Place} from '../helpers/agent.ts';
import {runInside} from '../helpers/exec-inside.ts';
import {openRobot} from '../helpers/robot.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';

const debug = {AGENT_TUI_DEBUG: '1'};
const folderOf = ({home}: Place) => {
	const [session] = readdirSync(join(home, 'sessions'));
	return join(home, 'sessions', session!);
};
const recordsOf = (place: Place) =>
	readFileSync(join(folderOf(place), 'debug.jsonl'), 'utf8')
		.trimEnd()
		.split('\n')
		.map(line => JSON.parse(line));

/** One run with two requests and a tool between them. */
async function recordedRun(env: Readonly<Record<string, string>> = debug) {
	const {upstream, place} = await openScriptedPlace();
	const running = runInside(['exec', '--allow', 'shell', 'make a file'], {place, env});
	const first = await upstream.next();
	first.think('A moment. ');
	first.say('I make ');
	first.say('it.');
	first.call({id: 'c1', name: 'unified_exec', arguments: '{"cmd":"echo made > made; cat made"}'});
	first.finish({reason: 'tool_calls'});
	const second = await upstream.next();
	second.say('It is there.');
	second.finish();
	await running;
	return {place, upstream};
}

describe('the debug sidecar', () => {
	it('has every request and answer as sent and received, with times, context and translation', async () => {
		const {place} = await recordedRun();
		const records = recordsOf(place);
		expect(records.map(({seq}) => seq)).toEqual(records.map((_, index) => index + 1));
		const of = (type: string) => records.filter(record => record.type === type);
		expect(of('model.request')).toHaveLength(2);
		expect(of('model.request')[1]).toMatchObject({
			request: 2,
			context: {cwd: place.cwd, workspace: place.cwd, host: 'local', provider: 'scripted'},
			body: {
				tools: expect.any(Array),
				input: expect.arrayContaining([
					expect.objectContaining({type: 'function_call_output', call_id: 'c1'}),
				]),
			},
		});
		expect(of('model.response')[0]).toMatchObject({
			finish: 'calls',
			firstPartMs: expect.any(Number),
			totalMs: expect.any(Number),
			usage: {inputTokens: 10, outputTokens: 5},
		});
		// What comes in one read may reach the engine in one piece; nothing of it is missing.
		const {chunks} = of('model.response')[0];
		const said = (type: string) =>
			chunks.flatMap((part: Part) => (part.type === type && 'text' in part ? part.text : []));
		expect([said('reasoning').join(''), said('text').join('')]).toEqual([
			'A moment. ',
			'I make it.',
		]);
		// What the proxy made of it: the other protocol, and the provider's own bytes.
		expect(of('proxy.exchange')[0].attempts).toEqual([
			expect.objectContaining({
				provider: 'scripted',
				kind: 'openai-chat',
				status: 'answered',
				queuedMs: expect.any(Number),
				firstByteMs: expect.any(Number),
				totalMs: expect.any(Number),
				notices: expect.any(Array),
				body: expect.objectContaining({messages: expect.any(Array)}),
				received: expect.stringContaining('"content":"I make "'),
			}),
		]);
		expect(of('tool.run')).toEqual([
			expect.objectContaining({
				tool: 'unified_exec',
				host: 'local',
				arguments: {cmd: 'echo made > made; cat made'},
				outcome: expect.objectContaining({status: 'ok'}),
				durationMs: expect.any(Number),
			}),
		]);
	});

	it.each(['0', 'no', ''])('is not made when AGENT_TUI_DEBUG is "%s"', async value => {
		const {place} = await recordedRun({AGENT_TUI_DEBUG: value});
		expect(readdirSync(folderOf(place))).not.toContain('debug.jsonl');
	});

	it('is read by logs with the journal, in the order of time', async () => {
		const {place} = await recordedRun();
		const {out} = await runInside(['logs', '--type', 'model,proxy,tool.ended'], {place});
		const types = out
			.trimEnd()
			.split('\n')
			.map(line => line.split(/\s+/)[1]);
		expect(types.filter(type => type !== 'model.chosen' && type !== 'proxy.exchange')).toEqual([
			'model.request',
			'model.response',
			'tool.ended',
			'model.request',
			'model.response',
		]);
		const failures = await runInside(['logs', '--failures'], {place});
		expect(failures.out).toBe('');
	});
});

describe('the journal', () => {
	it('tells when a result reached the model, and how each start came about', async () => {
		const {place} = await recordedRun();
		const events = journalOf(place);
		const types = events.map(({type}) => type);
		expect(events.find(({type}) => type === 'tool.delivered')).toMatchObject({
			call: 'c1',
			afterMs: expect.any(Number),
		});
		expect(types.indexOf('tool.delivered')).toBeGreaterThan(types.indexOf('tool.ended'));
		expect(events.find(({type}) => type === 'session.opened')).toMatchObject({
			reason: 'new',
			pid: expect.any(Number),
			version: expect.stringMatching(/^\d/),
		});
	});
});

describe('replay', () => {
	it('of a recorded session is identical, runs nothing, and asks no provider', async () => {
		const {place, upstream} = await recordedRun();
		const seen = upstream.seen();
		writeFileSync(join(place.cwd, 'made'), 'changed by hand\n');
		const {code, out, err} = await runInside(['replay', sessionOf(place)], {place});
		expect([code, out, err]).toEqual([0, 'identical: 2 requests, 1 calls, 1 turns.\n', '']);
		expect(readFileSync(join(place.cwd, 'made'), 'utf8')).toBe('changed by hand\n');
		expect(upstream.seen()).toBe(seen);
		expect(readdirSync(join(place.home, 'sessions'))).toHaveLength(1);
	});

	it('names the first difference, and ends with 1', async () => {
		const {place} = await recordedRun();
		const path = join(folderOf(place), 'debug.jsonl');
		// As if the provider had said something else than the journal holds.
		writeFileSync(path, readFileSync(path, 'utf8').replaceAll('It is there.', 'It is gone.'));
		const {code, out} = await runInside(['replay', sessionOf(place)], {place});
		expect(code).toBe(1);
		expect(out).toMatch(
			/^different at the reply .*text\n {2}recorded {2}"It is there\."\n {2}now {7}"It is gone\."\n$/,
		);
	});

	it('of a session that was not recorded says how to record one', async () => {
		const {place} = await recordedRun({});
		const {code, err} = await runInside(['replay', sessionOf(place)], {place});
		expect(code).toBe(1);
		expect(err).toContain('AGENT_TUI_DEBUG=1');
	});
});

function sessionOf({home}: Place): string {
	return readdirSync(join(home, 'sessions'))[0]!;
}

describe('on the screen', () => {
	it('/debug on records from then on, /debug shows it as it grows, /report writes the last requests', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place, columns: 110, rows: 30});
		agent.say('/debug on');
		await agent.see('Debug is on:');
		agent.say('hello');
		(await upstream.next()).raw('');
		agent.say('/debug');
		await agent.see(/model\.request\s+#1/);
		agent.press('Escape');
		await agent.seeNot(/model\.request\s+#1/);
		agent.press('Escape');
		await agent.see('interrupted');
		agent.say('/report');
		await agent.see('The report is in');
		const name = readdirSync(folderOf(place)).find(one => /^report-\d{8}-\d{6}\.json$/.test(one));
		const report = JSON.parse(readFileSync(join(folderOf(place), name!), 'utf8'));
		expect(report).toMatchObject({why: 'asked', requests: [{number: 1, body: {stream: true}}]});
		expect(recordsOf(place).map(({type}) => type)).toContain('model.response');
		agent.say('/debug off');
		await agent.see('Debug is off');
	});

	it('/calls tells of failures first, /stats counts them, and the answer is known to have been seen', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place, columns: 110, rows: 30});
		agent.say('look');
		const asked = await upstream.next();
		asked.call({id: 'c1', name: 'list_files', arguments: '{}'});
		asked.call({id: 'c2', name: 'read_file', arguments: '{"path":"no-such-file"}', index: 1});
		asked.finish({reason: 'tool_calls'});
		const next = await upstream.next();
		next.say('Seen.');
		next.finish();
		await agent.see('Seen.');
		await expect.poll(() => journalOf(place).some(({type}) => type === 'reply.shown')).toBe(true);
		agent.say('/calls');
		const calls = await agent.see(/The others: 1[\s\S]*list_files/);
		expect(calls.indexOf('Failed, denied or interrupted: 1')).toBeLessThan(
			calls.indexOf('The others'),
		);
		expect(calls).toMatch(/failed\s+local\s+\d+ ms\s+\d+ B\s+read_file/);
		agent.press('Escape');
		await agent.seeNot('The others: 1');
		agent.say('/stats');
		await agent.see(/read_file\s+1\s+1\s+100 %\s+\d+ ms/);
		await agent.see(/all\s+2\s+1\s+50 %/);
	});
});
