import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {methods} from '@agentclientprotocol/sdk';
import {expect, it} from 'vitest';
import {waitingCalls} from '../../../source/state/select.ts';
import {stateOf} from '../../../source/state/snapshot.ts';
import {dialRecord, joinEngine, journalOf, onlyRecord} from '../../helpers/engine-process.ts';
import {acpWorld, bye, callsIn, turnMs} from './acp-world.ts';
import {openEditor} from './editor.ts';

it(
	'a whole turn in an editor: a change with its difference, a command with its output, a refused one, and nothing but the protocol on stdout',
	turnMs,
	async () => {
		const {place} = await acpWorld(
			{
				type: 'call',
				name: 'edit_file',
				input: {path: 'notes.txt', old_string: 'two', new_string: 'deux'},
			},
			{type: 'call', name: 'unified_exec', input: {cmd: 'echo made > made.txt; echo seen'}},
			{type: 'call', name: 'unified_exec', input: {cmd: 'touch refused.txt'}},
			bye,
		);
		const editor = await openEditor({place, capabilities: {_meta: {terminal_output: true}}});
		const {sessionId} = await editor.begin();
		editor.onAsk(({toolCall}) =>
			JSON.stringify(toolCall.rawInput).includes('refused') ? 'deny' : 'allow-once',
		);
		expect(await editor.prompt(sessionId, 'do it')).toBe('end_turn');

		const [edit, run, refused] = callsIn(editor.updates(sessionId));
		const path = join(place.cwd, 'notes.txt');
		expect(edit).toMatchObject({kind: 'edit', status: 'completed', locations: [{path}]});
		expect(edit?.['content']).toContainEqual({
			type: 'diff',
			path,
			oldText: 'one\ntwo\nthree\n',
			newText: 'one\ndeux\nthree\n',
		});
		expect(readFileSync(path, 'utf8')).toBe('one\ndeux\nthree\n');
		expect(run).toMatchObject({
			kind: 'execute',
			status: 'completed',
			title: '`echo made > made.txt; echo seen`',
			rawInput: {cmd: 'echo made > made.txt; echo seen'},
		});
		const live = () =>
			editor
				.updates(sessionId)
				.flatMap(update => ('_meta' in update && update._meta ? [update._meta] : []));
		await expect.poll(() => JSON.stringify(live())).toContain('"terminal_exit"');
		expect(live()[0]).toMatchObject({terminal_info: {cwd: place.cwd}});
		expect(JSON.stringify(live())).toContain('seen\\r\\n');
		expect(refused).toMatchObject({status: 'failed'});
		expect(existsSync(join(place.cwd, 'refused.txt'))).toBe(false);
		expect(editor.words(sessionId)).toContain('That is all.');

		const names = editor.asked().map(({options}) => options.map(({name}) => name));
		expect(names[0]).toEqual([
			'Allow once',
			'Allow every change of files in this folder on this machine until this session ends',
			'Deny',
		]);
		expect(names[2]).toEqual(['Allow once', 'Deny']);
		expect(editor.asked()[2]?.toolCall).toMatchObject({title: '`touch refused.txt`'});
		expect(await editor.quit()).toBe(0);
		for (const line of editor.out().trim().split('\n')) {
			expect(JSON.parse(line)).toMatchObject({jsonrpc: '2.0'});
		}
		const answers = readFileSync(journalOf(place, sessionId), 'utf8')
			.split('\n')
			.filter(line => line.includes('"authorization.answered"'));
		expect(answers).toHaveLength(3);
		expect(answers[0]).toContain('"from":"editor Test Editor 1.0"');
	},
);

it('an answer that comes right behind a cancel runs nothing', turnMs, async () => {
	const {place} = await acpWorld({
		type: 'call',
		name: 'unified_exec',
		input: {cmd: 'touch cancelled.txt'},
	});
	const editor = await openEditor({place});
	const {sessionId} = await editor.begin();
	editor.onAsk(() => {
		const asked = editor
			.out()
			.trim()
			.split('\n')
			.map(line => JSON.parse(line));
		const {id} = asked.findLast(({method}) => method === 'session/request_permission');
		const cancel = {method: 'session/cancel', params: {sessionId}};
		const answer = {id, result: {outcome: {outcome: 'selected', optionId: 'allow-once'}}};
		editor.raw(
			[cancel, answer].map(one => `${JSON.stringify({jsonrpc: '2.0', ...one})}\n`).join(''),
		);
		return new Promise(() => {});
	});
	expect(await editor.prompt(sessionId, 'do it')).toBe('cancelled');
	expect(callsIn(editor.updates(sessionId))).toMatchObject([{status: 'failed'}]);
	expect(existsSync(join(place.cwd, 'cancelled.txt'))).toBe(false);
	expect(readFileSync(journalOf(place, sessionId), 'utf8')).not.toContain('"type":"once"');
});

it(
	'a cancel with an open question takes the question back, runs nothing, and the prompt ends as cancelled',
	turnMs,
	async () => {
		const {place} = await acpWorld({
			type: 'call',
			name: 'unified_exec',
			input: {cmd: 'touch cancelled.txt'},
		});
		const editor = await openEditor({place});
		const {sessionId} = await editor.begin();
		const takenBack = Promise.withResolvers<void>();
		editor.onAsk((_, signal) => {
			signal.addEventListener('abort', () => takenBack.resolve());
			void editor.cancel(sessionId);
			return takenBack.promise.then(() => ({outcome: 'cancelled' as const}));
		});
		expect(await editor.prompt(sessionId, 'do it')).toBe('cancelled');
		await takenBack.promise;
		expect(existsSync(join(place.cwd, 'cancelled.txt'))).toBe(false);
		expect(callsIn(editor.updates(sessionId))).toMatchObject([{status: 'failed'}]);
	},
);

it(
	'an editor that quits while a card waits answers nothing; the session goes on, a screen answers, and the next editor is told all of it',
	turnMs,
	async () => {
		const {place} = await acpWorld(
			{type: 'call', name: 'unified_exec', input: {cmd: 'touch later.txt'}},
			bye,
		);
		const first = await openEditor({place});
		const {sessionId} = await first.begin();
		first.onAsk(() => new Promise(() => {}));
		void first.prompt(sessionId, 'do it').catch(() => {});
		await expect.poll(() => first.asked().length).toBe(1);
		expect(await first.quit()).toBe(0);

		const record = await onlyRecord(place);
		expect(record).toMatchObject({session: sessionId});
		const joined = await joinEngine(dialRecord(record), record.token);
		const {engine} = joined.ok ? joined.value : null!;
		const [call] = waitingCalls(stateOf(await engine.snapshot()));
		engine.dispatch({type: 'answer', call: call!.id, verdict: {type: 'once'}});
		await engine.query({type: 'idle'});
		expect(existsSync(join(place.cwd, 'later.txt'))).toBe(true);

		const second = await openEditor({place});
		const {sessions} = await second.agent.request(methods.agent.session.list, {cwd: place.cwd});
		expect(sessions).toMatchObject([{sessionId, cwd: place.cwd, title: 'do it'}]);
		await second.agent.request(methods.agent.session.load, {
			sessionId,
			cwd: place.cwd,
			mcpServers: [],
		});
		const kinds = second.updates(sessionId).map(({sessionUpdate}) => sessionUpdate);
		expect(kinds.slice(0, 3)).toEqual(['user_message_chunk', 'agent_message_chunk', 'tool_call']);
		expect(callsIn(second.updates(sessionId))).toMatchObject([
			{title: '`touch later.txt`', status: 'completed'},
		]);
		await expect.poll(() => second.words(sessionId)).toContain('That is all.');
	},
);

it(
	'a screen that answers first takes the editor’s question back, and the turn goes on in both',
	turnMs,
	async () => {
		const {place} = await acpWorld(
			{type: 'call', name: 'unified_exec', input: {cmd: 'touch both.txt'}},
			bye,
		);
		const editor = await openEditor({place});
		const {sessionId} = await editor.begin();
		const takenBack = Promise.withResolvers<void>();
		editor.onAsk((_, signal) => {
			signal.addEventListener('abort', () => takenBack.resolve());
			return takenBack.promise.then(() => 'deny');
		});
		const record = await onlyRecord(place);
		const joined = await joinEngine(dialRecord(record), record.token);
		const {engine, screens} = joined.ok ? joined.value : null!;
		const ended = editor.prompt(sessionId, 'do it');
		await expect.poll(() => editor.asked().length).toBe(1);
		expect(screens().map(({from}) => from)).toContain('editor Test Editor 1.0');
		const [call] = waitingCalls(stateOf(await engine.snapshot()));
		engine.dispatch({type: 'answer', call: call!.id, verdict: {type: 'once'}});
		await takenBack.promise;
		expect(await ended).toBe('end_turn');
		expect(existsSync(join(place.cwd, 'both.txt'))).toBe(true);
	},
);
