import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {methods} from '@agentclientprotocol/sdk';
import {expect, it} from 'vitest';
import {endEngines, type Place} from '../../helpers/agent.ts';
import {
	dialRecord,
	joinEngine,
	journalOf,
	onlyRecord,
	recordsOf,
} from '../../helpers/engine-process.ts';
import {acpWorld, bye, turnMs} from './acp-world.ts';
import {openEditor, type TestEditor} from './editor.ts';

const session = '20261119-000000-aaaaa';

/** A session of so many questions, each with its answer. */
function writeSession(place: Place, turns: number): void {
	let seq = 0;
	const line = (event: object) => {
		seq += 1;
		return JSON.stringify({v: 1, seq, at: 1_760_000_000_000 + seq, ...event});
	};
	const lines = [
		line({type: 'session.started', session, cwd: place.cwd, version: '0.1.0'}),
		line({type: 'session.opened', pid: 1, reason: 'new'}),
		...Array.from({length: turns}, (_, index) => {
			const [turn, reply] = [`turn_${index}`, `reply_${index}`];
			const text = `question ${index}.`;
			return [
				line({type: 'turn.started', turn}),
				line({type: 'message.sent', message: `msg_${index}`, turn, text, how: 'typed'}),
				line({type: 'reply.began', turn, reply}),
				line({type: 'reply.grew', reply, text: `answer ${index}.`}),
				line({type: 'reply.ended', reply, finish: 'stop', durationMs: 1}),
				line({type: 'turn.ended', turn, outcome: 'done'}),
			].join('\n');
		}),
		line({type: 'session.closed', reason: 'quit'}),
	];
	const path = journalOf(place, session);
	mkdirSync(dirname(path), {recursive: true, mode: 0o700});
	writeFileSync(path, `${lines.join('\n')}\n`, {mode: 0o600});
}

/** So many turns are more events than are read without a checkpoint. */
const turns = 1700;

const load = ({agent}: TestEditor, {cwd}: Place) =>
	agent.request(methods.agent.session.load, {sessionId: session, cwd, mcpServers: []});

it(
	'a long session is told from its first word on, in its order, before the load is answered',
	turnMs,
	async () => {
		const {place} = await acpWorld(bye);
		writeSession(place, turns);
		const first = await openEditor({place});
		await load(first, place);
		// From now on the session opens from its checkpoint, which brings its beginning late.
		const checkpoint = join(dirname(journalOf(place, session)), 'checkpoint.jsonl');
		await expect.poll(() => existsSync(checkpoint)).toBe(true);
		await first.quit();
		await endEngines(place);
		const editor = await openEditor({place});
		await load(editor, place);
		const told = () =>
			editor
				.updates(session)
				.flatMap(update =>
					'content' in update && 'text' in (update.content as object)
						? [(update.content as {text: string}).text]
						: [],
				);
		const all = Array.from({length: turns}, (_, index) => [
			`question ${index}.`,
			`answer ${index}.`,
		]);
		await expect.poll(told).toEqual(all.flat());
		// The client hands the last update on a moment after the answer: what was written is looked at.
		const written = editor.out();
		expect(written.indexOf(`answer ${turns - 1}.`)).toBeLessThan(
			written.indexOf('"configOptions":['),
		);
		expect(await editor.prompt(session, 'and now?')).toBe('end_turn');
	},
);

it('a prompt while a screen’s turn runs joins that turn, and ends with it', turnMs, async () => {
	const {place, model} = await acpWorld(
		{type: 'call', name: 'unified_exec', input: {cmd: 'true'}},
		bye,
	);
	const editor = await openEditor({place});
	const {sessionId} = await editor.begin();
	const record = await onlyRecord(place);
	const joined = await joinEngine(dialRecord(record), record.token);
	const {engine} = joined.ok ? joined.value : null!;
	const asked = Promise.withResolvers<void>();
	const sent = Promise.withResolvers<void>();
	editor.onAsk(async () => {
		asked.resolve();
		await sent.promise;
		return 'allow-once';
	});
	engine.dispatch({type: 'send', text: 'from the screen'});
	await asked.promise;
	const ended = editor.prompt(sessionId, 'from the editor');
	sent.resolve();
	expect(await ended).toBe('end_turn');
	expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('from the editor');
	expect(JSON.stringify(editor.updates(sessionId))).toContain('from the screen');
});

it('a session that is no session is refused', turnMs, async () => {
	const {place} = await acpWorld(bye);
	const editor = await openEditor({place});
	await editor.begin();
	const loadOther = (id: string) =>
		editor.agent.request(methods.agent.session.load, {
			sessionId: id,
			cwd: place.cwd,
			mcpServers: [],
		});
	await expect(loadOther('../../etc')).rejects.toThrow(/no session/);
	await expect(loadOther(session)).rejects.toThrow(/no session/);
	expect(recordsOf(place)).toHaveLength(1);
});
